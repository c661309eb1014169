/** As the server's own rule (server/core/http/return-url.ts): one slash, then visible ASCII without backslashes. */
const PATH_ON_THIS_HOST = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/;

/** Where to go after signing in: a path on this host, else home. */
export function safePath(candidate: string | undefined): string {
  if (candidate === undefined || !PATH_ON_THIS_HOST.test(candidate)) return '/';
  const url = URL.parse(candidate, 'https://ours.invalid');
  if (url?.origin !== 'https://ours.invalid' || url.pathname.startsWith('//')) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}
