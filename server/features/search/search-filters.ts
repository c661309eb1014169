import { badRequest } from '#server/core/http/problems.ts';
import type { ShelfRow, Shelves } from '../catalog/catalog.access.ts';

export interface Filters {
  /** A–Z by name: the order of the groups. */
  categories: ShelfRow[];
  topicIds: string[] | undefined;
}

/**
 * What a search's category and topic mean. 'all' and an empty value are no filter; a topic without a category
 * is meant in every category that has one of that slug (DECISIONS 28).
 * @throws HttpProblem 400 naming the parameter for a slug that does not exist
 */
export function requireFilters(
  shelves: Shelves,
  query: { category?: string | undefined; topic?: string | undefined },
): Filters {
  const categories = chosen(query.category)
    ? shelves.categories.filter(({ slug }) => slug === query.category)
    : [...shelves.categories];
  if (chosen(query.category) && categories.length === 0) {
    throw badRequest(`category: "${query.category}" is not a category`);
  }
  categories.sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.slug < b.slug ? -1 : 1));
  if (!chosen(query.topic)) return { categories, topicIds: undefined };
  const among = new Set(categories.map(({ id }) => id));
  const topics = shelves.topics.filter(
    ({ slug, categoryId }) => slug === query.topic && among.has(categoryId),
  );
  if (topics.length === 0) {
    const where = chosen(query.category) ? ` of ${categories[0]?.name}` : '';
    throw badRequest(`topic: "${query.topic}" is not a topic${where}`);
  }
  return { categories, topicIds: topics.map(({ id }) => id) };
}

function chosen(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== 'all';
}
