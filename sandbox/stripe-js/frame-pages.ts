import { TEST_CARDS } from '../stripe/cards.ts';
import { formatNumber } from './frames/card-rules.ts';

const BANNER = '<p class="banner">Sandbox: no real payment</p>';

/** The card form. Its fields are named and labelled as Stripe's. */
function cardPage(appOrigin: string): string {
  const number =
    'inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234" maxlength="23"';
  const expiry = 'inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY" maxlength="7"';
  const cvc = 'inputmode="numeric" autocomplete="cc-csc" placeholder="CVC" maxlength="4"';
  const cards = Object.entries(TEST_CARDS).map(
    ([number, { effect }]) =>
      `<li><button type="button" data-number="${number}">${formatNumber(number)}</button> ${effect}</li>`,
  );
  return page(
    appOrigin,
    'card',
    'Card details',
    `<div class="form" id="content">${BANNER}<p class="error" id="problem" role="alert"></p><form novalidate hidden>
<div class="fields">${field('number', 'Card number', number, 'wide')}${field('expiry', 'Expiration date', expiry)}${field('cvc', 'CVC', cvc)}</div>
<details><summary>Test cards</summary><ul>${cards.join('')}</ul></details>
<button hidden tabindex="-1">Submit</button></form></div>`,
  );
}

/** The bank's page of 3-D Secure. */
function bankPage(appOrigin: string): string {
  return page(
    appOrigin,
    'bank',
    'Bank authentication',
    `<div class="page overlay"><main aria-labelledby="title" aria-describedby="what">${BANNER}
<h1 id="title">Your bank asks</h1>
<p id="what">A real bank would make sure here that it is you who pays. Choose how that ends.</p>
<button class="primary" type="button" data-outcome="succeeded" disabled>Complete</button>
<button class="plain" type="button" data-outcome="failed" disabled>Fail</button>
<p class="lead">Press Escape to leave without deciding.</p></main></div>`,
  );
}

/** By name. */
export const FRAME_PAGES: ReadonlyMap<string, (appOrigin: string) => string> = new Map([
  ['card', cardPage],
  ['bank', bankPage],
  // Nothing to see: asks the sandbox on the app's behalf.
  ['controller', (appOrigin) => page(appOrigin, 'controller', 'Controller', '')],
]);

function field(name: string, label: string, attributes: string, width = ''): string {
  return `<div class="field ${width}"><label for="${name}">${label}</label><input id="${name}" name="${name}" aria-describedby="${name}-error" aria-required="true" ${attributes}><p class="error" id="${name}-error" role="alert"></p></div>`;
}

/** @param appOrigin of our own settings: an origin has no character that means something in markup */
function page(appOrigin: string, script: string, title: string, content: string): string {
  return `<!doctype html><html lang="en" data-app-origin="${appOrigin}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="stylesheet" href="/sandbox.css"></head><body>${content}<script defer src="/elements/${script}.js"></script></body></html>`;
}
