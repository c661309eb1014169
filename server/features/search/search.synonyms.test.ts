import { readFileSync } from 'node:fs';
import { stemmer } from 'stemmer';
import { expect, test } from 'vitest';
import { parseSynonyms, spellingsOf, synonymsOf } from './search.synonyms.ts';

const groups = parseSynonyms(readFileSync(new URL('search.synonyms.txt', import.meta.url), 'utf8'));

test('the file has its groups, each with several short members, none in two groups', () => {
  expect(groups.length).toBeGreaterThanOrEqual(250);
  const seen = new Map<string, readonly string[]>();
  for (const group of groups) {
    expect([group, group.length > 1]).toEqual([group, true]);
    for (const member of group) {
      expect(member).toMatch(/^[a-z0-9'&+#. -]{2,40}$/);
      expect([member, member.split(/[\s-]+/).length <= 3]).toEqual([member, true]);
      const key = member
        .split(/[\s-]+/)
        .map((word) => stemmer(word))
        .join(' ');
      expect([member, seen.get(key) ?? group]).toEqual([member, group]);
      seen.set(key, group);
    }
  }
});

test('every member finds the others, in any of its forms', () => {
  for (const words of [['cv'], ['CVs'], ['resumes'], ['curriculum', 'vitae']].map((w) =>
    w.map((x) => x.toLowerCase()),
  ))
    expect([words, synonymsOf(words)?.includes('resume')]).toEqual([words, true]);
  expect(synonymsOf(['xylophone'])).toBeUndefined();
});

test('American and British spellings find each other', () => {
  const pairs =
    'optimize/optimise color/colour favorites/favourites center/centre catalog/catalogue analyze/analyse traveling/travelling license/licence organizations/organisations behavioral/behavioural';
  for (const [american = '', british = ''] of pairs.split(' ').map((pair) => pair.split('/'))) {
    expect([american, spellingsOf(american)]).toEqual([american, expect.arrayContaining([british])]);
    expect([british, spellingsOf(british)]).toEqual([british, expect.arrayContaining([american])]);
  }
  expect(spellingsOf('anaemia')).toContain('anemia');
  expect(spellingsOf('for')).toEqual([]);
});
