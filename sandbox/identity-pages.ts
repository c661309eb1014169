import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import type { Identity } from './identity.ts';
import { signInPage, unknownSignInPage } from './identity-page.ts';

const MOST_BYTES = 10_000;

interface Options {
  styles: string;
  appUrl: string;
  /** @returns the subject of whoever signs in */
  onSignIn(identity: Identity): string;
}

/** The pages a person sees. @returns a handler that says whether the request was one of its own */
export function createSignInPages(
  provider: Provider,
  { styles, appUrl, onSignIn }: Options,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  async function show(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { uid } = await provider.interactionDetails(request, response);
    send(response, 200, signInPage({ action: `/sign-in/${uid}` }));
  }

  async function submit(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { uid } = await provider.interactionDetails(request, response);
    const form = new URLSearchParams(await readBody(request));
    const field = (name: string) => form.get(name)?.trim().slice(0, 200) ?? '';
    const identity = {
      email: field('email').toLowerCase(),
      firstName: field('first_name'),
      lastName: field('last_name'),
    };
    if (form.has('cancel')) {
      return await finish(request, response, {
        error: 'access_denied',
        error_description: 'The person cancelled.',
      });
    }
    if (!/^[^\s@]+@[^\s@]+$/.test(identity.email)) {
      return send(
        response,
        400,
        signInPage({
          action: `/sign-in/${uid}`,
          identity,
          problem: 'Please type an e-mail address, such as you@example.com.',
        }),
      );
    }
    await finish(request, response, { login: { accountId: onSignIn(identity) } });
  }

  const finish = (
    request: IncomingMessage,
    response: ServerResponse,
    result: Parameters<Provider['interactionFinished']>[2],
  ) => provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });

  function send(response: ServerResponse, status: number, html: string): void {
    response
      .writeHead(status, {
        'content-type': 'text/html; charset=utf-8',
        // Browsers hold a form to this list along its redirects too, and they end at the app.
        'content-security-policy': `default-src 'none'; style-src 'self'; img-src data:; form-action 'self' ${appUrl}; frame-ancestors 'none'; base-uri 'none'`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
      .end(html);
  }

  return (request, response) => {
    const path = request.url?.split('?')[0] ?? '/';
    if (path === '/sandbox.css') {
      response
        .writeHead(200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' })
        .end(styles);
      return true;
    }
    if (path === '/') {
      send(response, 200, unknownSignInPage(appUrl));
      return true;
    }
    if (!path.startsWith('/sign-in/')) return false;
    const answer = request.method === 'POST' ? submit(request, response) : show(request, response);
    // An old tab, or the sandbox has been started anew: there is no such sign-in.
    answer.catch(() => {
      if (response.headersSent) response.destroy();
      else send(response, 400, unknownSignInPage(appUrl));
    });
    return true;
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request) {
    bytes += piece.length;
    if (bytes > MOST_BYTES) throw new Error('The form is too large.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}
