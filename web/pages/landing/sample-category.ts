import type { Category } from '#contract/catalog.ts';

/** `?sample=fitness` of the landing page; anything else is ignored. */
export interface SampleSearch {
  sample?: string;
}

export function readSampleSearch({ sample }: Record<string, unknown>): SampleSearch {
  return typeof sample === 'string' ? { sample } : {};
}

/** The category whose sample is shown: the one asked for, or the first. Undefined in an empty library. */
export function sampleCategory(
  categories: readonly Category[],
  { sample }: SampleSearch,
): Category | undefined {
  return categories.find(({ slug }) => slug === sample) ?? categories[0];
}
