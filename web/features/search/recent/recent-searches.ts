const MAX_SEARCHES = 8;

/** One list for each member of this browser, and one for whoever is not signed in. */
const keyOf = (memberId: string | null) => (memberId === null ? 'searches' : `searches:${memberId}`);

/** What was searched for in this browser, the latest first. */
export function readRecentSearches(memberId: string | null): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(memberId)) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter((text) => typeof text === 'string').slice(0, MAX_SEARCHES);
  } catch {
    return [];
  }
}

/** The same words in another case are the same search. */
export function addRecentSearch(memberId: string | null, text: string): void {
  const others = readRecentSearches(memberId).filter((one) => one.toLowerCase() !== text.toLowerCase());
  write(memberId, [text, ...others].slice(0, MAX_SEARCHES));
}

export function removeRecentSearch(memberId: string | null, text: string): void {
  write(
    memberId,
    readRecentSearches(memberId).filter((one) => one !== text),
  );
}

export function clearRecentSearches(memberId: string | null): void {
  write(memberId, []);
}

function write(memberId: string | null, texts: readonly string[]): void {
  try {
    if (texts.length === 0) localStorage.removeItem(keyOf(memberId));
    else localStorage.setItem(keyOf(memberId), JSON.stringify(texts));
  } catch {
    // Storage is full or refused: the search works, it is only not remembered.
  }
}
