import { useState } from 'react';
import { clearRecentSearches, readRecentSearches, removeRecentSearch } from './recent-searches.ts';

/** The searches a list shows: as they are stored when it opens. */
export function useRecentSearches(memberId: string | null) {
  const [texts, setTexts] = useState<readonly string[]>([]);
  const read = () => setTexts(readRecentSearches(memberId));
  return {
    texts,
    /** The searches, and the row that clears them. */
    rows: texts.length > 0 ? texts.length + 1 : 0,
    read,
    removeAt: (index: number) => {
      const text = texts[index];
      if (text === undefined) return;
      removeRecentSearch(memberId, text);
      read();
    },
    clear: () => {
      clearRecentSearches(memberId);
      read();
    },
  };
}
