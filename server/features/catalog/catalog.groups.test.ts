import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseCategories } from '#server/features/library/library.format.ts';
import { displayGroupOf, TOPICS_OF_GROUP } from './catalog.groups.ts';

const FILE = join(import.meta.dirname, '../../..', 'content', 'library.yaml');

/** Every topic of the library with its category. */
async function readTopics(): Promise<{ category: string; name: string }[]> {
  const shelves = parseCategories('library.yaml', await readFile(FILE, 'utf8'));
  if ('problems' in shelves) throw new Error(JSON.stringify(shelves.problems));
  return shelves.flatMap(({ slug, topics }) => topics.map(({ name }) => ({ category: slug, name })));
}

test('every group has existing topics only, and each topic has one group', async () => {
  const names = new Set((await readTopics()).map(({ name }) => name));
  const grouped = Object.values(TOPICS_OF_GROUP).flat();
  expect(grouped.filter((name) => !names.has(name))).toEqual([]);
  expect(grouped.toSorted()).toEqual([...new Set(grouped)].toSorted());
});

test('no group holds topics of two categories, nor a topic that merely has its name', async () => {
  const topics = await readTopics();
  for (const [group, sharing] of Map.groupBy(topics, ({ name }) => displayGroupOf(name))) {
    expect([group, new Set(sharing.map(({ category }) => category)).size]).toEqual([group, 1]);
    const members = TOPICS_OF_GROUP[group] ?? [group];
    expect([group, sharing.map(({ name }) => name).toSorted()]).toEqual([group, members.toSorted()]);
  }
});

test('a category has four to eight chips', async () => {
  for (const [category, topics] of Map.groupBy(await readTopics(), (topic) => topic.category)) {
    const { size } = new Set(topics.map(({ name }) => displayGroupOf(name)));
    expect([category, size >= 4 && size <= 8]).toEqual([category, true]);
  }
});
