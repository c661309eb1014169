import type { Intent, IntentResult, StripeError } from '../messages.ts';
import { askTheBank } from './bank-dialog.ts';
import { Elements } from './elements.ts';
import { IntegrationError, refuseOthers } from './errors.ts';

/** What is confirmed: how its secrets begin, what its results are called, and its parameters in the return address. */
export interface Kind {
  call: 'confirmPayment' | 'confirmSetup';
  prefix: 'pi_' | 'seti_';
  result: 'paymentIntent' | 'setupIntent';
  parameter: 'payment_intent' | 'setup_intent';
}

export const PAYMENT: Kind = {
  call: 'confirmPayment',
  prefix: 'pi_',
  result: 'paymentIntent',
  parameter: 'payment_intent',
};

export const SETUP: Kind = {
  call: 'confirmSetup',
  prefix: 'seti_',
  result: 'setupIntent',
  parameter: 'setup_intent',
};

type Result = { error: StripeError } | Record<string, Intent>;

interface Confirmation {
  elements: Elements;
  clientSecret: string;
  redirect: string;
  returnUrl: URL | undefined;
}

/** Pays, or saves the card: the form's frame sends the card, the bank is asked when it wants to be. */
export async function confirm(kind: Kind, key: string, options: object): Promise<Result> {
  const asked = readOptions(kind, options);
  if ('error' in asked) return asked;
  const { elements, clientSecret, redirect, returnUrl } = asked;
  const element = elements.takeSubmission(kind.call);
  const first = (await element.ask({ ask: 'confirm', clientSecret })) as IntentResult;
  if (first.error) return { error: first.error };
  const isBankAsked = first.intent.status === 'requires_action';
  const settings = { key, appearance: elements.appearance, isReadOnly: false, clientSecret };
  const { intent, error } = isBankAsked ? await askTheBank(settings) : first;
  if (error) return { error };
  if (redirect === 'if_required') return { [kind.result]: intent };
  if (!returnUrl) throw new IntegrationError('There is no return_url.');
  window.location.assign(returnAddress(kind, returnUrl, clientSecret, intent));
  // As Stripe's: whoever waits is gone before there would be an answer.
  return new Promise(() => undefined);
}

function readOptions(kind: Kind, options: object): Confirmation | { error: StripeError } {
  refuseOthers(`stripe.${kind.call}() with`, options, [
    'elements',
    'clientSecret',
    'confirmParams',
    'redirect',
  ]);
  const { elements, clientSecret, confirmParams, redirect = 'always' } = options as Record<string, unknown>;
  if (!(elements instanceof Elements)) {
    throw new IntegrationError(
      `Invalid value for stripe.${kind.call}(): elements should be an Elements object.`,
    );
  }
  const secret = clientSecret ?? elements.clientSecret;
  if (typeof secret !== 'string' || !secret.startsWith(kind.prefix)) {
    throw new IntegrationError(
      `Invalid value for stripe.${kind.call}(): the client secret should begin with ${kind.prefix}.`,
    );
  }
  if (secret !== elements.clientSecret) {
    throw new IntegrationError('The client secret is not the one the Elements were created with.');
  }
  if (redirect !== 'always' && redirect !== 'if_required') {
    throw new IntegrationError('Invalid value: redirect should be always or if_required.');
  }
  const params = (confirmParams ?? {}) as Record<string, unknown>;
  refuseOthers(`stripe.${kind.call}() with confirmParams`, params, ['return_url']);
  const { return_url } = params;
  if (return_url === undefined && redirect === 'always') {
    throw new IntegrationError(`You must provide a confirmParams.return_url to stripe.${kind.call}().`);
  }
  const returnUrl = absoluteUrl(return_url);
  if (return_url !== undefined && !returnUrl) return { error: invalidUrl() };
  return { elements, clientSecret: secret, redirect, returnUrl };
}

function absoluteUrl(value: unknown): URL | undefined {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

function invalidUrl(): StripeError {
  return {
    type: 'invalid_request_error',
    code: 'url_invalid',
    param: 'return_url',
    message: 'Not a valid URL: return_url has to be absolute, such as https://example.com/done.',
  };
}

function returnAddress(kind: Kind, url: URL, clientSecret: string, intent: Intent): string {
  const address = new URL(url);
  address.searchParams.set(kind.parameter, String(intent.id));
  address.searchParams.set(`${kind.parameter}_client_secret`, clientSecret);
  address.searchParams.set('redirect_status', intent.status === 'processing' ? 'pending' : 'succeeded');
  return address.href;
}
