/** What features keep in this browser for one member: `draft:{member}:…` and `variables:{member}`. */
const KEPT = /^(?:draft|variables):([^:]+)/;

/**
 * Forgets what was typed by anybody else who used this browser: drafts of comments, values of variables.
 * @param memberId who may keep theirs; null for a visitor, where nobody may
 */
export function forgetOthers(memberId: string | null, storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys) {
    const owner = KEPT.exec(key)?.[1];
    if (owner !== undefined && owner !== memberId) storage.removeItem(key);
  }
}
