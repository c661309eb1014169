import type { SearchResult } from '#contract/search.ts';

export interface ResultGroup {
  category: { name: string; slug: string };
  results: SearchResult[];
}

/** One group a category, in the order the API sends them: A–Z, each sorted inside. */
export function groupResults(results: readonly SearchResult[]): ResultGroup[] {
  const groups = new Map<string, ResultGroup>();
  for (const result of results) {
    const { slug, name } = result.category;
    const group = groups.get(slug) ?? { category: { slug, name }, results: [] };
    group.results.push(result);
    groups.set(slug, group);
  }
  return [...groups.values()];
}
