import { stemmer } from 'stemmer';
import type { PromptFile } from '#server/features/library/library.format.ts';
import { RULES } from './content-rules.ts';
import { countWords, wordsOf } from './similarity.ts';

/** All problems of a prompt's keywords, except how many there are. */
export function keywordProblems({ title, keywords }: Pick<PromptFile, 'title' | 'keywords'>): string[] {
  const stemsOfTitle = new Set(stemsOf(title));
  const earlier = new Map<string, string>();
  return keywords.flatMap((keyword) => {
    const stems = stemsOf(keyword);
    const same = earlier.get(stems.join(' '));
    earlier.set(stems.join(' '), same ?? keyword);
    return [
      ...lengthProblems(keyword),
      ...(stems.every((stem) => stemsOfTitle.has(stem)) ? [`"${keyword}" is in the title already`] : []),
      ...(same === undefined ? [] : [`"${keyword}" is there already, as "${same}"`]),
    ];
  });
}

function lengthProblems(keyword: string): string[] {
  const { keywordWords, keywordCharacters } = RULES;
  const words = countWords(keyword);
  return [
    ...(words > keywordWords ? [`"${keyword}" has ${words} words, at most ${keywordWords} fit`] : []),
    ...(keyword.length > keywordCharacters
      ? [`"${keyword}" has ${keyword.length} characters, at most ${keywordCharacters} fit`]
      : []),
  ];
}

/** Its words as a search compares them: without case, accents, apostrophes and the endings of plurals and verbs. */
function stemsOf(text: string): string[] {
  return wordsOf(text.normalize('NFKD').replace(/[\p{M}'’]/gu, '')).map((word) => stemmer(word));
}
