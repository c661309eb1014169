/** What a press types into. */
const FIELDS =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea, select';

export function isField(target: Element): boolean {
  return target.matches(FIELDS) || (target instanceof HTMLElement && target.isContentEditable);
}

interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/**
 * Whether a press is worth fetching the table of shortcuts for: decided without the table, which most visitors never
 * need. `isTextOnly` where single characters are no shortcuts, in a field or because they are switched off.
 * `isClaimed` keeps the browser from its own reaction to it, a search bar for instance.
 */
export function shortcutCandidate(
  press: Press,
  isTextOnly: boolean,
): { isWanted: boolean; isClaimed: boolean } {
  const hasModifier = press.ctrlKey || press.metaKey;
  if (press.altKey) return { isWanted: false, isClaimed: false };
  if (hasModifier) {
    const isPalette = press.key.toLowerCase() === 'k';
    return { isWanted: isPalette, isClaimed: isPalette };
  }
  return { isWanted: press.key.length === 1 && !isTextOnly, isClaimed: press.key === '/' && !isTextOnly };
}
