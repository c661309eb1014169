import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { readStyles } from '../html.ts';
import { pathOf, readBody, sendPage } from '../http.ts';
import type { Identity } from '../people.ts';
import { signInPage, unknownSignInPage } from './sign-in-html.ts';

const MAX_BYTES = 10_000;

/**
 * The pages a person sees.
 * @param onSignIn returns the subject of the person who signs in
 * @returns a handler that says whether the request was one of its own
 */
export async function createSignInPages(
  provider: Provider,
  { appUrl, onSignIn }: { appUrl: string; onSignIn(identity: Identity): string },
): Promise<(request: IncomingMessage, response: ServerResponse) => boolean> {
  const styles = await readStyles();

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { uid } = await provider.interactionDetails(request, response);
    const action = `/sign-in/${uid}`;
    if (request.method !== 'POST') return sendPage(response, appUrl, signInPage(action));
    const form = new URLSearchParams(await readBody(request, MAX_BYTES));
    const field = (name: string) => form.get(name)?.trim().slice(0, 200) ?? '';
    const identity = {
      email: field('email').toLowerCase(),
      firstName: field('first_name'),
      lastName: field('last_name'),
    };
    const isCanceled = form.has('cancel');
    if (!isCanceled && !/^[^\s@]+@[^\s@]+$/.test(identity.email)) {
      const problem = 'Please type an email address, such as you@example.com.';
      return sendPage(response, appUrl, signInPage(action, identity, problem), 400);
    }
    const result = isCanceled
      ? { error: 'access_denied', error_description: 'The person canceled.' }
      : { login: { accountId: onSignIn(identity) } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }

  return (request, response) => {
    const path = pathOf(request);
    if (path === '/sandbox.css') {
      const headers = { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' };
      response.writeHead(200, headers).end(styles);
      return true;
    }
    if (path !== '/' && !path.startsWith('/sign-in/')) return false;
    const responding = path === '/' ? Promise.reject(new Error('no sign-in')) : respond(request, response);
    // An old tab, or the sandbox was restarted: there is no such sign-in.
    responding.catch(() => {
      if (response.headersSent) response.destroy();
      else sendPage(response, appUrl, unknownSignInPage(appUrl), path === '/' ? 200 : 400);
    });
    return true;
  };
}
