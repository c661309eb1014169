import type { Intent, IntentResult, StripeError } from '../messages.ts';
import { runThreeDSecureChallenge } from './bank-dialog.ts';
import { Elements } from './elements.ts';
import { IntegrationError, refuseOthers, unsupported } from './errors.ts';

export type Result = { error: StripeError } | { paymentIntent: Intent };

/** `stripe.confirmPayment()`: the form's frame sends the card, the bank is asked when it wants to be. */
export async function confirmPayment(options: object): Promise<Result> {
  const where = 'stripe.confirmPayment() with';
  refuseOthers(where, options, ['elements', 'clientSecret', 'confirmParams', 'redirect']);
  const { elements, clientSecret, confirmParams = {}, redirect } = options as Record<string, unknown>;
  if (!(elements instanceof Elements)) {
    throw new IntegrationError('Invalid value: elements should be an Elements object.');
  }
  if (clientSecret !== undefined && clientSecret !== elements.settings.clientSecret) {
    throw new IntegrationError('The client secret is not the one the Elements were created with.');
  }
  if (redirect !== 'if_required') unsupported(`${where} redirect other than if_required`);
  refuseOthers(`${where} confirmParams`, Object(confirmParams), ['return_url']);
  const { return_url: returnUrl } = Object(confirmParams) as { return_url?: unknown };
  if (returnUrl !== undefined && !isAbsoluteUrl(returnUrl)) return { error: INVALID_URL };
  const element = elements.takeSubmission();
  // The frame's response to `confirm` always has one of both.
  const first = (await element.ask({ ask: 'confirm' })) as IntentResult;
  const isBankAsked = first.intent?.status === 'requires_action';
  const { intent, error } = isBankAsked ? await runThreeDSecureChallenge(elements.settings) : first;
  return error ? { error } : { paymentIntent: intent };
}

function isAbsoluteUrl(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

const INVALID_URL: StripeError = {
  type: 'invalid_request_error',
  code: 'url_invalid',
  param: 'return_url',
  message: 'Not a valid URL: return_url has to be absolute, such as https://example.com/done.',
};
