import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { TIER_NAMES } from '#contract/tiers.ts';
import { escapeHtml, fieldHtml, hiddenHtml, pageHtml, problemHtml, readStyles } from '../html.ts';
import { pathOf, readBody, sendPage } from '../http.ts';
import { type Identity, type Person, PRESET_USERS, subjectOf } from '../people.ts';

const MAX_BYTES = 10_000;

/**
 * The pages a person sees.
 * @param identities of those who sign in, by their subjects
 * @returns a handler that says whether the request was one of its own
 */
export async function createSignInPages(
  provider: Provider,
  appUrl: string,
  identities: Map<string, Identity>,
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
    const accountId = subjectOf(identity.email);
    if (!isCanceled) identities.set(accountId, identity);
    const result = isCanceled
      ? { error: 'access_denied', error_description: 'The person canceled.' }
      : { login: { accountId } };
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

const page = (content: string) => pageHtml('Sandbox sign-in', 'Sandbox', content);

/** Who do you want to be? */
function signInPage(action: string, identity?: Identity, problem?: string): string {
  const { email, firstName, lastName } = identity ?? { email: '', firstName: '', lastName: '' };
  return page(`
<p class="lead">This stands in for Google on this machine. Nothing leaves it, and no password is asked: choose who you want to be.</p>
<section aria-labelledby="ready">
<h2 id="ready">Ready people</h2>
<ul>${PRESET_USERS.map((person) => `<li>${readyPerson(action, person)}</li>`).join('')}</ul>
</section>
<section aria-labelledby="somebody">
<h2 id="somebody">Somebody else</h2>
${problemHtml(problem)}<form method="post" action="${action}">
${fieldHtml('email', 'Email', 'type="email" maxlength="200" required autocomplete="email" spellcheck="false"', email)}
<div class="fields">
${fieldHtml('first_name', 'First name', 'maxlength="200" autocomplete="given-name"', firstName)}
${fieldHtml('last_name', 'Last name', 'maxlength="200" autocomplete="family-name"', lastName)}
</div>
<button class="primary">Continue</button>
</form>
<form method="post" action="${action}"><button class="plain" name="cancel" value="1">Cancel</button></form>
</section>`);
}

/** For a browser without a sign-in under way. */
function unknownSignInPage(appUrl: string): string {
  return page(`
<p class="lead">There is no sign-in under way here. It may have ended, or the sandbox was restarted.</p>
<p><a href="${escapeHtml(appUrl)}/login">Back to the library</a></p>`);
}

function readyPerson(action: string, { email, firstName, lastName, tier }: Person): string {
  const hidden =
    hiddenHtml('email', email) + hiddenHtml('first_name', firstName) + hiddenHtml('last_name', lastName);
  return `<form method="post" action="${action}">${hidden}<button class="entry"><span class="who"><strong>${escapeHtml(`${firstName} ${lastName}`)}</strong> <span class="address">${escapeHtml(email)}</span></span> <span>${TIER_NAMES[tier]}</span></button></form>`;
}
