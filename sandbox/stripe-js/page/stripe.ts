import type { Intent, IntentResult, StripeError } from '../messages.ts';
import { askTheBank } from './bank-dialog.ts';
import { confirm, type Kind, PAYMENT, SETUP } from './confirm.ts';
import { Elements } from './elements.ts';
import { IntegrationError, refuseOthers, unsupported } from './errors.ts';
import { Frame } from './frame.ts';
import { SANDBOX } from './settings.ts';
import { UNSUPPORTED } from './unsupported.ts';

/**
 * The sandbox's `window.Stripe`: no real payment, and only what a card form needs of Stripe.js. Callable with and without
 * `new`, as the loader of @stripe/stripe-js does.
 */
function Stripe(key: unknown, options: object = {}): Record<string, unknown> {
  if (typeof key !== 'string' || !key.startsWith('pk_test_')) {
    throw new IntegrationError(
      'The payment sandbox takes only its own publishable key, which begins with pk_test_.',
    );
  }
  if (window.location.origin !== SANDBOX.appOrigin) {
    throw new IntegrationError(
      `The payment sandbox serves ${SANDBOX.appOrigin}, and this page is at ${window.location.origin}: open it there.`,
    );
  }
  // Of no effect here: there is one account and one language.
  refuseOthers('Stripe() with', options, [
    'locale',
    'apiVersion',
    'betas',
    'stripeAccount',
    'developerTools',
  ]);
  const controller = createController(key);
  const stripe: Record<string, unknown> = {
    elements: (given: object = {}) => new Elements(key, given),
    confirmPayment: async (given: object) => await confirm(PAYMENT, key, given),
    confirmSetup: async (given: object) => await confirm(SETUP, key, given),
    handleNextAction: (given: object) => handleNextAction(key, controller, given),
    retrievePaymentIntent: (secret: unknown) => retrieve(PAYMENT, controller, secret),
    retrieveSetupIntent: (secret: unknown) => retrieve(SETUP, controller, secret),
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  };
  for (const name of UNSUPPORTED) stripe[name] = () => unsupported(`stripe.${name}()`);
  return stripe;
}

async function retrieve(
  kind: Kind,
  controller: () => Frame,
  clientSecret: unknown,
): Promise<{ error: StripeError } | Record<string, Intent>> {
  if (typeof clientSecret !== 'string' || !clientSecret.startsWith(kind.prefix)) {
    throw new IntegrationError(
      `Invalid value for the intent secret: it should be a client secret that begins with ${kind.prefix}.`,
    );
  }
  const result = (await controller().ask({ ask: 'read', clientSecret })) as IntentResult;
  return result.error ? { error: result.error } : { [kind.result]: result.intent };
}

/** The bank's page of an intent that was confirmed elsewhere: by a server, with the card that is kept. */
async function handleNextAction(
  key: string,
  controller: () => Frame,
  options: object,
): Promise<{ error: StripeError } | Record<string, Intent>> {
  refuseOthers('stripe.handleNextAction() with', options, ['clientSecret']);
  const { clientSecret } = options as { clientSecret?: unknown };
  const kind = String(clientSecret).startsWith(SETUP.prefix) ? SETUP : PAYMENT;
  const found = await retrieve(kind, controller, clientSecret);
  if ('error' in found) return found;
  if (found[kind.result]?.status !== 'requires_action') {
    throw new IntegrationError('handleNextAction: the intent does not require an action.');
  }
  const settings = { key, appearance: {}, isReadOnly: false, clientSecret: String(clientSecret) };
  const { intent, error } = await askTheBank(settings);
  return error ? { error } : { [kind.result]: intent };
}

/** Asks the sandbox from its own origin, so that the app's page needs no permission to connect there. */
function createController(key: string): () => Frame {
  let frame: Frame | undefined;
  return () => {
    if (frame) return frame;
    frame = new Frame({
      path: '/elements/controller',
      title: 'Stripe controller',
      settings: { key, appearance: {}, isReadOnly: true, clientSecret: '' },
      onMessage: () => undefined,
    });
    frame.element.style.display = 'none';
    frame.element.ariaHidden = 'true';
    document.body.append(frame.element);
    frame.expectHello();
    return frame;
  };
}

Object.assign(Stripe, { version: 'endive' });
Object.assign(window, { Stripe });
