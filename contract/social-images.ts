/** Pixels; what Open Graph's readers crop least. */
export const SOCIAL_IMAGE = { width: 1200, height: 630 } as const;

/** Where a category's or topic's picture for link previews is; slugs, so that nothing needs escaping. */
export function socialImagePath(categorySlug: string, topicSlug?: string): string {
  return topicSlug === undefined ? `/social/${categorySlug}.png` : `/social/${categorySlug}/${topicSlug}.png`;
}
