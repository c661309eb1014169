import { isId } from '#contract/ids.ts';
import { safeReturnUrl } from '#contract/return-url.ts';
import { parseSearch } from './search-params.ts';

/** The prompt somebody signs in for: that of the page they come back to, or the one open over its list. */
export function wantedPromptId(returnUrl: string | undefined): string | undefined {
  const path = safeReturnUrl(returnUrl);
  if (path === undefined) return undefined;
  const { pathname, search } = new URL(path, 'https://ours.invalid');
  const id = /^\/prompt\/([^/]+)\/?$/.exec(pathname)?.[1] ?? parseSearch(search)['prompt'];
  return isId(id) ? id : undefined;
}
