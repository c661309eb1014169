import { badRequest } from '#server/core/http/errors/problems.ts';
import type { Catalog } from '../catalog/catalog.public.ts';
import { foldKeepingLength, type SearchText, wantedWords } from './search.text.ts';
import { editDistance } from './search.vocabulary.ts';

export interface Filters {
  /** A–Z by name: the order of the groups. */
  categoryIds: string[];
  /** The one asked for. */
  categoryId: string | undefined;
  /** Those searched: of the category where there is one, all where absent. */
  topicIds: string[] | undefined;
}

/**
 * What a search's category and topic mean. 'all' and an empty value are no filter; a topic without a category
 * is meant in every category that has one of that slug.
 * @throws HttpProblem 400 naming the parameter for a slug that does not exist
 */
export function requireFilters(
  catalog: Catalog,
  query: { category?: string | undefined; topic?: string | undefined },
): Filters {
  const categories = chosen(query.category)
    ? catalog.categories.filter(({ slug }) => slug === query.category)
    : [...catalog.categories];
  if (chosen(query.category) && categories.length === 0) {
    throw badRequest(`category: "${query.category}" is not a category`);
  }
  categories.sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.slug < b.slug ? -1 : 1));
  const shared = {
    categoryIds: categories.map(({ id }) => id),
    categoryId: chosen(query.category) ? categories[0]?.id : undefined,
  };
  const among = new Set(shared.categoryIds);
  if (!chosen(query.topic)) {
    const ofCategory = catalog.topics.filter(({ categoryId }) => categoryId === shared.categoryId);
    return {
      ...shared,
      topicIds: shared.categoryId === undefined ? undefined : ofCategory.map(({ id }) => id),
    };
  }
  const topics = catalog.topics.filter(
    ({ slug, categoryId }) => slug === query.topic && among.has(categoryId),
  );
  if (topics.length === 0) {
    const where = chosen(query.category) ? ` of ${categories[0]?.name}` : '';
    throw badRequest(`topic: "${query.topic}" is not a topic${where}`);
  }
  return { ...shared, topicIds: topics.map(({ id }) => id) };
}

/** What is compared with the names of topics: edit distances take time with the length of both. */
const COMPARED_WORDS = 12;
const COMPARED_CHARACTERS = 40;

/** Three topics: those with the words most like the text's, then those with the most prompts. */
export function nearestTopics(
  catalog: Catalog,
  text: SearchText,
): { category: string; slug: string; name: string }[] {
  const words = wantedWords(text)
    .filter(({ length }) => length <= COMPARED_CHARACTERS)
    .slice(0, COMPARED_WORDS);
  const sizes = new Map<string, number>();
  for (const { topicId, count } of catalog.counts) sizes.set(topicId, (sizes.get(topicId) ?? 0) + count);
  const ranked = catalog.topics.map((topic) => {
    const names = foldKeepingLength(topic.name)
      .split(/[^a-z0-9]+/)
      .filter((name) => name.length > 2);
    const likeness = Math.max(
      0,
      ...words.flatMap((word) =>
        names.map((name) => 1 - editDistance(word, name) / Math.max(word.length, name.length)),
      ),
    );
    return { topic, likeness, size: sizes.get(topic.id) ?? 0 };
  });
  ranked.sort((a, b) => b.likeness - a.likeness || b.size - a.size);
  return ranked.slice(0, 3).map(({ topic: { categoryId, slug, name } }) => {
    const category = catalog.categories.find(({ id }) => id === categoryId);
    return { category: category?.slug ?? '', slug, name };
  });
}

function chosen(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== 'all';
}
