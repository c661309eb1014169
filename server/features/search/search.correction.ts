import { spellingsOf, synonymsOf } from './search.synonyms.ts';
import { replaceWords, type SearchText, wantedWords } from './search.text.ts';
import { isEnglishWord, type Vocabulary } from './search.vocabulary.ts';

/** Only the first words of a text are corrected. */
const MAX_WORDS = 8;

/**
 * A text with every misspelled word replaced by the nearest one of the library's public texts. A word that those texts or the
 * synonyms know, and any plain English word, is what was meant. Undefined when there is nothing to replace.
 * @param isFound that something has all words: only those are replaced that were found by accident
 */
export function correctText(
  text: SearchText,
  vocabulary: Vocabulary,
  isFound: boolean,
): SearchText | undefined {
  const replacements = new Map<string, string>();
  for (const word of wantedWords(text).slice(0, MAX_WORDS)) {
    if (!/^\p{L}{3,40}$/u.test(word) || isKnown(word, vocabulary)) continue;
    if (isFound && vocabulary.formsOf(word).length === 0) continue;
    const nearest = vocabulary.nearest(word);
    if (nearest !== undefined && (!isFound || vocabulary.isLikelier(nearest, word)))
      replacements.set(word, nearest);
  }
  return replacements.size > 0 ? replaceWords(text, replacements) : undefined;
}

function isKnown(word: string, vocabulary: Vocabulary): boolean {
  return (
    vocabulary.has(word) ||
    synonymsOf([word]) !== undefined ||
    spellingsOf(word).some((spelling) => vocabulary.has(spelling)) ||
    isEnglishWord(word)
  );
}
