/** Placeholder in a URL template for the text of a filled prompt, percent-encoded. */
export const PROMPT_PLACEHOLDER = '{prompt}';

/** Whether a member may keep it: https, without a login, and the same host whatever the text is. */
export function isOpenInUrlTemplate(address: string): boolean {
  // URL parsers drop tabs and line ends: what is stored is what is opened.
  if (/[\s\p{Cc}]/u.test(address) || !address.includes(PROMPT_PLACEHOLDER)) return false;
  const [first, second] = ['a', 'b'].map((text) => URL.parse(address.replaceAll(PROMPT_PLACEHOLDER, text)));
  if (!first || !second || first.protocol !== 'https:' || first.host !== second.host) return false;
  return ![first, second].some(({ username, password }) => username !== '' || password !== '');
}
