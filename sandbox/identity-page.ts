import { TIER_NAMES } from '#contract/tiers.ts';
import type { Identity } from './identity.ts';
import { type Person, READY_PEOPLE } from './people.ts';

/** Who do you want to be? */
export function signInPage(page: { action: string; identity?: Identity; problem?: string }): string {
  const { action, identity = { email: '', firstName: '', lastName: '' }, problem } = page;
  return document(`
<p class="lead">This stands in for Google on this machine. Nothing leaves it, and no password is asked: choose who you want to be.</p>
<section aria-labelledby="ready">
<h2 id="ready">Ready people</h2>
<ul class="people">${READY_PEOPLE.map((person) => `<li>${readyPerson(action, person)}</li>`).join('')}</ul>
</section>
<section aria-labelledby="somebody">
<h2 id="somebody">Somebody else</h2>
${problem ? `<p class="problem" role="alert">${escapeHtml(problem)}</p>` : ''}
<form method="post" action="${action}">
${field('email', 'Email', identity.email, 'type="email" required autocomplete="email" spellcheck="false"')}
<div class="names">
${field('first_name', 'First name', identity.firstName, 'autocomplete="given-name"')}
${field('last_name', 'Last name', identity.lastName, 'autocomplete="family-name"')}
</div>
<button class="primary">Continue</button>
</form>
<form method="post" action="${action}"><button class="plain" name="cancel" value="1">Cancel</button></form>
</section>`);
}

/** For whoever comes without a sign-in under way. */
export function unknownSignInPage(appUrl: string): string {
  return document(`
<p class="lead">There is no sign-in under way here. It may have ended, or the sandbox was started anew.</p>
<p><a href="${escapeHtml(appUrl)}/login">Back to the library</a></p>`);
}

function readyPerson(action: string, { email, firstName, lastName, tier }: Person): string {
  const hidden = (name: string, value: string) =>
    `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
  return `<form method="post" action="${action}">${hidden('email', email)}${hidden('first_name', firstName)}${hidden('last_name', lastName)}<button class="person"><span class="initial" aria-hidden="true">${escapeHtml(firstName.charAt(0))}</span><span class="who"><span class="name">${escapeHtml(`${firstName} ${lastName}`)}</span> <span class="address">${escapeHtml(email)}</span></span> <span class="tier ${tier}">${TIER_NAMES[tier]}</span></button></form>`;
}

function field(name: string, label: string, value: string, attributes: string): string {
  return `<p class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" value="${escapeHtml(value)}" maxlength="200" ${attributes}></p>`;
}

function document(content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>Sandbox sign-in</title><link rel="stylesheet" href="/sandbox.css"></head><body><main><p class="banner">Sandbox</p><h1>Sandbox sign-in</h1>${content}</main></body></html>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
