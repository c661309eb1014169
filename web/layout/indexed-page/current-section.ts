export interface SectionPosition {
  id: string;
  /** Of its heading, in pixels below the upper edge of the window. */
  top: number;
}

interface Viewport {
  height: number;
  /** Where a heading comes to rest that a link leads to. */
  restTop: number;
  /** How far the page can still be scrolled down. */
  remaining: number;
  /** Where the target of the page's address stands, such as a section or something inside one. */
  linkedTop: number | undefined;
}

/** Headings rest at fractions of a pixel. */
const TOLERANCE = 8;

/** The section that is being read: the first one above all. Sections come in the order of the page. */
export function currentSection(
  sections: readonly SectionPosition[],
  { height, restTop, remaining, linkedTop }: Viewport,
): string | undefined {
  const above = (line: number) => (sections.findLast(({ top }) => top <= line) ?? sections[0])?.id;
  if (linkedTop !== undefined) {
    const isAtRest = Math.abs(linkedTop - restTop) < TOLERANCE;
    // What a link leads to near the end of the page cannot come up to where it would rest.
    const isNearEnd = remaining < TOLERANCE && linkedTop >= restTop && linkedTop < height;
    if (isAtRest || isNearEnd) return above(linkedTop + TOLERANCE);
  }
  // The last sections never come up to the top: over the last screen the line goes down to meet them.
  const share = Math.max(0, 1 - remaining / height);
  return above(restTop + TOLERANCE + share * (height - restTop));
}
