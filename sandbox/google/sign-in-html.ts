import { TIER_NAMES } from '#contract/tiers.ts';
import { escapeHtml, fieldHtml, hiddenHtml, pageHtml, problemHtml } from '../html.ts';
import { type Identity, type Person, PRESET_USERS } from '../people.ts';

const page = (content: string) => pageHtml('Sandbox sign-in', 'Sandbox', content);

/** Who do you want to be? */
export function signInPage(action: string, identity?: Identity, problem?: string): string {
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
export function unknownSignInPage(appUrl: string): string {
  return page(`
<p class="lead">There is no sign-in under way here. It may have ended, or the sandbox was restarted.</p>
<p><a href="${escapeHtml(appUrl)}/login">Back to the library</a></p>`);
}

function readyPerson(action: string, { email, firstName, lastName, tier }: Person): string {
  const hidden =
    hiddenHtml('email', email) + hiddenHtml('first_name', firstName) + hiddenHtml('last_name', lastName);
  return `<form method="post" action="${action}">${hidden}<button class="person"><span class="who"><strong>${escapeHtml(`${firstName} ${lastName}`)}</strong> <span class="address">${escapeHtml(email)}</span></span> <span class="tier">${TIER_NAMES[tier]}</span></button></form>`;
}
