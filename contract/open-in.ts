/** Stands in an address for the text of a filled prompt, percent-encoded. */
export const PROMPT_PLACEHOLDER = '{prompt}';

/** Whether a member may keep it: https, without a login, and the same host whatever the text is. */
export function isOpenInUrlTemplate(address: string): boolean {
  // URL parsers drop tabs and line ends: what is stored is what is opened.
  if (/[\s\p{Cc}]/u.test(address) || !address.includes(PROMPT_PLACEHOLDER)) return false;
  const [one, other] = ['a', 'b'].map((text) => URL.parse(address.replaceAll(PROMPT_PLACEHOLDER, text)));
  if (!one || !other || one.protocol !== 'https:' || one.host !== other.host) return false;
  return ![one, other].some(({ username, password }) => username !== '' || password !== '');
}
