/**
 * What features keep in this browser for one member: `draft:{member}:…`, `variables:{member}` and `searches:{member}`;
 * in a tab `draft:{member}:contact`, `brief:{member}:…` and `revision:{member}:…`.
 */
const MEMBER_KEY = /^(?:draft|variables|searches|brief|revision):([^:]+)/;

/**
 * Forgets what was typed by anybody else who used this browser: drafts, values of variables, searches.
 * @param memberId whose entries stay; null for a visitor: none stay
 */
export function clearOtherMembersStorage(memberId: string | null, storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys) {
    const owner = MEMBER_KEY.exec(key)?.[1];
    if (owner !== undefined && owner !== memberId) storage.removeItem(key);
  }
}
