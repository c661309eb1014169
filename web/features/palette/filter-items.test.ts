import { expect, test } from 'vitest';
import { filterItems, namedItems, withoutDuplicates } from './filter-items.ts';

const items = ['Élan vital', 'Family meetings', 'Health', 'A new family'].map((label) => ({
  id: label,
  label,
  icon: null,
  onOpen: () => {},
}));
const found = (text: string) => filterItems(items, text, 10).map(({ label }) => label);

test('words are found whatever their case and accents', () => {
  expect(found('elan')).toEqual(['Élan vital']);
  expect(found('FAMILY')).toEqual(['Family meetings', 'A new family']);
  expect(found('meet fam')).toEqual(['Family meetings']);
});

test('matches at the start of a word come before those inside', () => {
  expect(filterItems([...items].reverse(), 'al', 10).map(({ label }) => label)).toEqual([
    'Health',
    'Élan vital',
  ]);
  expect(found('zzz')).toEqual([]);
});

test('an item is found by its other words, and named by their beginnings', () => {
  const theme = { id: 'theme', label: 'Change theme', words: 'dark light', icon: null, onOpen: () => {} };
  expect(filterItems([...items, theme], 'DAR', 10)).toEqual([theme]);
  expect(filterItems([theme], 'dark theme', 10)).toEqual([theme]);
  expect(namedItems([theme], 'lig')).toEqual([theme]);
  expect(namedItems([theme], 'li')).toEqual([]);
  expect(namedItems([theme], 'ark')).toEqual([]);
});

test('an empty text filters nothing and only limits the number', () => {
  expect(filterItems(items, ' ', 2)).toHaveLength(2);
});

test('a text names what begins with it or has all of it as words', () => {
  const named = (text: string) => namedItems(items, text).map(({ label }) => label);
  expect(named('elan')).toEqual(['Élan vital']);
  expect(named('Fam')).toEqual(['Family meetings']);
  expect(named('family ')).toEqual(['Family meetings', 'A new family']);
  expect(named('new family')).toEqual(['A new family']);
  expect(named('meet')).toEqual([]);
  expect(named(' ')).toEqual([]);
});

test('an item appears once, in its first group, and empty groups are removed', () => {
  const [a, b] = items;
  const groups = withoutDuplicates([
    { name: 'one', items: a ? [a] : [] },
    { name: 'two', items: a ? [a] : [] },
    { name: 'three', items: a && b ? [a, b] : [] },
  ]);
  expect(groups.map(({ name, items: left }) => [name, left.length])).toEqual([
    ['one', 1],
    ['three', 1],
  ]);
});
