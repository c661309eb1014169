/** Any host would do: it only has to come out of the parser as it went in. */
const ORIGIN = 'https://ours.invalid';

const MOST_CHARACTERS = 2000;

/** One slash, then visible ASCII: everything browsers read as the start of another host is left out. */
const PATH_ON_THIS_HOST = /^\/(?![/\\])[\x21-\x7e]*$/;

/**
 * The path, query and fragment to return to, if `candidate` names a place on this host and nothing else; undefined
 * otherwise. The form is the one measured in RELIABILITY section 3: none of its 19 candidates leaves the host.
 */
export function safeReturnUrl(candidate: unknown): string | undefined {
  if (typeof candidate !== 'string' || candidate.length > MOST_CHARACTERS) return undefined;
  if (!PATH_ON_THIS_HOST.test(candidate) || candidate.includes('\\')) return undefined;
  if (!URL.canParse(candidate, ORIGIN)) return undefined;
  const url = new URL(candidate, ORIGIN);
  if (url.origin !== ORIGIN || url.pathname.startsWith('//')) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}

/**
 * The sign-in page with what it needs to know. An unsafe `returnUrl` is left out.
 * @param page.id under which the log tells what went wrong
 */
export function signInUrl(page: { error?: string; id?: string; returnUrl?: unknown }): string {
  const { error, id, returnUrl } = page;
  const query = new URLSearchParams();
  if (error !== undefined) query.set('error', error);
  if (id !== undefined) query.set('id', id);
  const safe = safeReturnUrl(returnUrl);
  if (safe !== undefined) query.set('returnUrl', safe);
  return query.size === 0 ? '/login' : `/login?${query}`;
}
