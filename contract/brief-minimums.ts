/** Characters each answer of a brief has at least: below, there is nothing to work by. Apart from LIMITS, which every page loads. */
export const BRIEF_MINIMUMS = { goal: 20, context: 40, result: 20 } as const;
