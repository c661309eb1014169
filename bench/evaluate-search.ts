import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PromptFile } from '#server/features/library/library.format.ts';

/** A search as somebody types it, and the grade of every prompt that answers it: 2 exact, 1 useful. */
export interface GradedQuery {
  query: string;
  grades: ReadonlyMap<string, number>;
}

export interface QueryScore {
  query: string;
  /** Normalized discounted cumulative gain of the first ten, 0 to 1 (Järvelin and Kekäläinen 2002). */
  ndcg: number;
  /** One of the first three has a grade. */
  isSuccess: boolean;
  /** Slugs of the first ten. */
  found: readonly string[];
}

export interface Evaluation {
  ndcg: number;
  success: number;
  /** The share that finds nothing. */
  nothing: number;
  /** The worst first. */
  scores: QueryScore[];
}

const QUERIES = join(import.meta.dirname, 'search-queries.tsv');

/**
 * The queries of search-queries.tsv.
 * @throws Error naming the line whose prompt, topic or category does not exist, or that has no grade
 */
export function readQueries(prompts: readonly PromptFile[]): GradedQuery[] {
  return readFileSync(QUERIES, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '' || line.startsWith('#')) return [];
      const [query = '', grades = ''] = line.split('\t');
      return [{ query, grades: readGrades(grades, prompts, `search-queries.tsv:${index + 1}`) }];
    });
}

function readGrades(text: string, prompts: readonly PromptFile[], location: string): Map<string, number> {
  const grades = new Map<string, number>();
  for (const given of text.trim().split(' ')) {
    const [, name = '', grade] = /^(.+)=([12])$/.exec(given) ?? [];
    const [kind, category, topic] = name.split('/');
    const graded = prompts.filter((prompt) => {
      if (kind === 'category') return prompt.category === category;
      if (kind === 'topic') return prompt.category === category && prompt.topic === topic;
      return prompt.slug === name;
    });
    if (graded.length === 0) throw new Error(`${location} grades nothing: "${given}"`);
    for (const { slug } of graded) grades.set(slug, Math.max(grades.get(slug) ?? 0, Number(grade)));
  }
  return grades;
}

/** @param search gives the slugs a query finds, the best first; at least ten where there are ten */
export async function evaluateSearch(
  queries: readonly GradedQuery[],
  search: (query: string) => Promise<readonly string[]>,
): Promise<Evaluation> {
  const scores: QueryScore[] = [];
  for (const { query, grades } of queries) {
    const found = (await search(query)).slice(0, 10);
    const gains = found.map((slug) => grades.get(slug) ?? 0);
    const best = [...grades.values()].sort((a, b) => b - a).slice(0, 10);
    const isSuccess = gains.slice(0, 3).some((gain) => gain > 0);
    scores.push({ query, ndcg: discounted(gains) / discounted(best), isSuccess, found });
  }
  const share = (select: (score: QueryScore) => number) =>
    scores.reduce((sum, score) => sum + select(score), 0) / scores.length;
  return {
    ndcg: share(({ ndcg }) => ndcg),
    success: share(({ isSuccess }) => Number(isSuccess)),
    nothing: share(({ found }) => Number(found.length === 0)),
    scores: scores.sort((a, b) => a.ndcg - b.ndcg),
  };
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);
}
