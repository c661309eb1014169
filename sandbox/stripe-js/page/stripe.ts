import type { IntentResult } from '../messages.ts';
import { runThreeDSecureChallenge } from './bank-dialog.ts';
import { confirmPayment, type Result } from './confirm.ts';
import { Elements } from './elements.ts';
import { IntegrationError, refuseOthers, unsupported } from './errors.ts';
import { Frame, SANDBOX } from './frame.ts';

/**
 * The sandbox's `window.Stripe`: no real payment, and only what the app's card form needs of Stripe.js. Callable with
 * and without `new`, as the loader of @stripe/stripe-js does.
 */
function Stripe(key: unknown, options: object = {}): object {
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
  refuseOthers('Stripe() with', options, ['locale']);
  const controller = createController(key);
  const supported: Record<string, unknown> = {
    elements: (given: object = {}) => new Elements(key, given),
    confirmPayment,
    handleNextAction: (given: object) => handleNextAction(key, controller, given),
    retrievePaymentIntent: (secret: unknown) => retrieve(controller, secret),
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  };
  // Everything else Stripe.js offers is a function that says it is missing, when it is called.
  return new Proxy(supported, {
    get: (target, name) =>
      // Without `then`: it is no promise.
      typeof name === 'symbol' || name === 'then' || name in target
        ? Reflect.get(target, name)
        : () => unsupported(`stripe.${name}()`),
  });
}

async function retrieve(controller: () => Frame, clientSecret: unknown): Promise<Result> {
  if (typeof clientSecret !== 'string' || !clientSecret.startsWith('pi_')) {
    throw new IntegrationError('Invalid value: it should be a client secret that begins with pi_.');
  }
  // The controller's response to `read` always has one of both.
  const { intent, error } = (await controller().ask({ ask: 'read', clientSecret })) as IntentResult;
  return error ? { error } : { paymentIntent: intent };
}

/** The bank's page of an intent that was confirmed elsewhere: by a server, with the card that is kept. */
async function handleNextAction(key: string, controller: () => Frame, options: object): Promise<Result> {
  refuseOthers('stripe.handleNextAction() with', options, ['clientSecret']);
  const { clientSecret } = options as { clientSecret?: unknown };
  const found = await retrieve(controller, clientSecret);
  if ('error' in found) return found;
  if (found.paymentIntent.status !== 'requires_action') {
    throw new IntegrationError('handleNextAction: the intent does not require an action.');
  }
  const settings = { key, isDark: false, isReadOnly: false, clientSecret: String(clientSecret) };
  const { intent, error } = await runThreeDSecureChallenge(settings);
  return error ? { error } : { paymentIntent: intent };
}

/** Asks the sandbox from its own origin, so that the app's page needs no permission to connect there. */
function createController(key: string): () => Frame {
  let frame: Frame | undefined;
  return () => {
    if (frame) return frame;
    frame = new Frame({
      path: '/elements/controller',
      title: 'Stripe controller',
      settings: { key, isDark: false, isReadOnly: true, clientSecret: '' },
    });
    frame.element.style.display = 'none';
    frame.element.ariaHidden = 'true';
    frame.mount(document.body);
    return frame;
  };
}

Object.assign(Stripe, { version: 'endive' });
Object.assign(window, { Stripe });
