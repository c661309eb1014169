/** A category's pattern, as web/styles/tokens.css has it for the light theme; a test compares the two. */
export interface Pattern {
  ground: string;
  lines: string;
  /** What one tile of the pattern repeats. */
  tile: { width: number; height: number; shapes: string };
}

export const PATTERNS: Readonly<Record<string, Pattern>> = {
  productivity: {
    ground: '#456071',
    lines: '#557386',
    tile: { width: 20, height: 20, shapes: '<path d="M0 5h12M0 15h6M16 15h4"/>' },
  },
  'content-creation': {
    ground: '#6f535d',
    lines: '#846470',
    tile: { width: 16, height: 16, shapes: '<path d="M-2 18 18 -2M-2 2 2 -2M14 18 18 14"/>' },
  },
  family: {
    ground: '#72544c',
    lines: '#87655d',
    tile: {
      width: 24,
      height: 12,
      shapes:
        '<circle cx="12" cy="12" r="9"/><circle cx="12" cy="12" r="4"/><path d="M-9 0a9 9 0 0 0 18 0M15 0a9 9 0 0 0 18 0M-4 0a4 4 0 0 0 8 0M20 0a4 4 0 0 0 8 0"/>',
    },
  },
  fitness: {
    ground: '#556148',
    lines: '#677459',
    tile: { width: 20, height: 12, shapes: '<path d="M-1 10 5 3l5 6 5-6 6 7"/>' },
  },
  health: {
    ground: '#3f6460',
    lines: '#4f7873',
    tile: { width: 28, height: 12, shapes: '<path d="M-7 6q7-8 14 0t14 0 14 0"/>' },
  },
  career: {
    ground: '#5b5971',
    lines: '#6d6b86',
    tile: { width: 20, height: 20, shapes: '<path d="M0 20V10h10V0h10"/>' },
  },
  'finance-investing': {
    ground: '#685b3d',
    lines: '#7c6d4c',
    tile: { width: 18, height: 18, shapes: '<path d="M3 18v-6M9 18V8M15 18V3"/>' },
  },
};
