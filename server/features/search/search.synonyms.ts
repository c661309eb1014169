import { readFileSync } from 'node:fs';
import { foldKeepingLength, stemOf } from './search.text.ts';

/** Words of a synonym at most. */
export const SYNONYM_WORDS = 3;

/** The groups of search.synonyms.txt, in which every member finds all the others. */
export function parseSynonyms(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.split(',').map((member) => member.trim()));
}

/** Words by their stems, so that "resumes" is in the group of "resume". */
const synonymKey = (words: readonly string[]) => words.map(stemOf).join(' ');

const GROUPS = new Map(
  parseSynonyms(readFileSync(new URL('search.synonyms.txt', import.meta.url), 'utf8')).flatMap((group) =>
    group.map((member) => [synonymKey(wordsOfMember(member)), group] as const),
  ),
);

function wordsOfMember(member: string): string[] {
  return foldKeepingLength(member)
    .replace(/['’]/g, '')
    .split(/[\s-]+/);
}

/** The group that words typed one after the other belong to; undefined without one. */
export function synonymsOf(words: readonly string[]): readonly string[] | undefined {
  return GROUPS.get(synonymKey(words));
}

/** American and British forms of an ending: the first letters are the same, and either may have been typed. */
const SPELLINGS: readonly [american: RegExp, british: RegExp, toBritish: string, toAmerican: string][] = [
  [/iz(?=(e[drs]?|ing|ers?|ations?|able)$)/, /is(?=(e[drs]?|ing|ers?|ations?|able)$)/, 'is', 'iz'],
  [/yz(?=(e[drs]?|ing|ers?)$)/, /ys(?=(e[drs]?|ing|ers?)$)/, 'ys', 'yz'],
  [
    /(?<=[a-z]{2})or(?=(s|ed|ing|ful|able|al|ist|ite|ites|hood|less|ly)?$)/,
    /our(?=(s|ed|ing|ful|able|al|ist|ite|ites|hood|less|ly)?$)/,
    'our',
    'or',
  ],
  [/ter(?=s?$)/, /tre(?=s?$)/, 'tre', 'ter'],
  [/log(?=s?$)/, /logue(?=s?$)/, 'logue', 'log'],
  [/(?<=[aeou])l(?=(ed|ing|ers?)$)/, /ll(?=(ed|ing|ers?)$)/, 'll', 'l'],
  [/ense(?=s?$)/, /ence(?=s?$)/, 'ence', 'ense'],
];

/** The other spellings of a word, whether or not they exist: a word that does not finds nothing. */
export function spellingsOf(word: string): string[] {
  if (word.length < 5) return [];
  // "anaemia", "oestrogen": the library is written in American English, so the way back is not needed.
  const simplified = /[ao]e(?=[dmnst])/.test(word) ? [word.replace(/[ao]e(?=[dmnst])/, 'e')] : [];
  const others = SPELLINGS.flatMap(([american, british, toBritish, toAmerican]) => {
    if (british.test(word)) return [word.replace(british, toAmerican)];
    return american.test(word) ? [word.replace(american, toBritish)] : [];
  });
  return [...simplified, ...others];
}
