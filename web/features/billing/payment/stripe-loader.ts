import type { Stripe } from '@stripe/stripe-js';
// Not the package's root, which loads Stripe.js wherever it is imported; and with the file's name, because the
// package has no map of exports a strict resolver could read.
import { loadStripe } from '@stripe/stripe-js/pure/index.js';

/** A script that neither comes nor fails would leave an empty form for ever. */
const LOAD_MILLISECONDS = 20_000;

let opened: { key: string; stripe: Promise<Stripe> } | undefined;

/**
 * Stripe.js for this page, from Stripe, or from the sandbox the settings name. A failure is not kept: asking again
 * tries again.
 * @throws Error when it could not be loaded in time
 */
export function openStripe(publishableKey: string, sandboxUrl: string | null): Promise<Stripe> {
  if (opened?.key === publishableKey) return opened.stripe;
  const stripe = inTime(load(publishableKey, sandboxUrl));
  const mine = { key: publishableKey, stripe };
  opened = mine;
  stripe.catch(() => {
    if (opened === mine) opened = undefined;
  });
  return stripe;
}

async function load(publishableKey: string, sandboxUrl: string | null): Promise<Stripe> {
  // What is there already is taken by loadStripe instead of Stripe's own script.
  if (sandboxUrl !== null && !window.Stripe) await loadScript(sandboxUrl);
  const stripe = await loadStripe(publishableKey, { locale: 'en' });
  if (!stripe) throw new Error('Stripe.js is for browsers.');
  return stripe;
}

function loadScript(url: string): Promise<void> {
  return new Promise((done, failed) => {
    const script = document.createElement('script');
    script.src = url;
    script.addEventListener('load', () => done());
    script.addEventListener('error', () => {
      script.remove();
      failed(new Error(`${url} could not be loaded.`));
    });
    document.head.append(script);
  });
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_done, failed) => {
    timer = setTimeout(() => failed(new Error('Stripe.js did not load in time.')), LOAD_MILLISECONDS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
