import type {
  AuthenticationOutcome,
  BrowserError,
  BrowserPayments,
  CardInput,
  IntentAnswer,
} from './browser.ts';
import { checkCard, newCardMethod } from './cards.ts';
import { catchUp } from './clock.ts';
import { noSuch, StripeError } from './errors.ts';
import { finishAuthentication, pay } from './pay.ts';
import type { PaymentIntent, SetupIntent } from './records.ts';
import { finishSetupAuthentication, saveCard } from './setup-intents.ts';
import type { World } from './world.ts';

/** What a publishable key sees of an intent. */
const PUBLIC = [
  'id',
  'object',
  'amount',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'last_setup_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
  'usage',
];

export function publicIntent(intent: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(structuredClone(intent)).filter(([name]) => PUBLIC.includes(name)),
  );
}

/** The door for the pages in the browser. */
export function createBrowserPayments(
  world: World,
  about: { publishableKey: string; appOrigin: string },
): BrowserPayments {
  const answer = (
    clientSecret: string,
    act: (intent: PaymentIntent | SetupIntent) => object,
  ): IntentAnswer => {
    try {
      catchUp(world);
      return { intent: publicIntent(act(requireIntent(world, clientSecret))) };
    } catch (error) {
      if (error instanceof StripeError) return { error: publicError(error) };
      throw error;
    }
  };
  return {
    ...about,
    origin: world.origin,
    readIntent: (clientSecret) => answer(clientSecret, (intent) => intent),
    confirmIntent: (clientSecret, card) => answer(clientSecret, (intent) => confirm(world, intent, card)),
    completeAuthentication: (clientSecret, outcome) =>
      answer(clientSecret, (intent) => authenticate(world, intent, outcome)),
  };
}

function requireIntent(world: World, clientSecret: string): PaymentIntent | SetupIntent {
  const id = clientSecret.split('_secret_')[0] ?? '';
  const { paymentIntents, setupIntents } = world.store.tables;
  const intent = paymentIntents.find(id) ?? setupIntents.find(id);
  if (intent?.client_secret === clientSecret) return intent;
  throw noSuch(id.startsWith('seti_') ? 'setup_intent' : 'payment_intent', id, 'intent');
}

function confirm(world: World, intent: PaymentIntent | SetupIntent, card: CardInput): object {
  const now = world.nowFor(intent.customer);
  checkCard(card, now);
  const method = newCardMethod(world, card, now);
  return intent.object === 'setup_intent'
    ? saveCard(world, intent, method)
    : pay(world, intent, method, 'pay');
}

function authenticate(
  world: World,
  intent: PaymentIntent | SetupIntent,
  outcome: AuthenticationOutcome,
): object {
  const isPassed = outcome === 'succeeded';
  return intent.object === 'setup_intent'
    ? finishSetupAuthentication(world, intent, isPassed)
    : finishAuthentication(world, intent, isPassed);
}

/** Without what only the secret key may see. */
function publicError({ body }: StripeError): BrowserError {
  const { payment_intent, setup_intent, ...plain } = body;
  return {
    ...plain,
    ...(payment_intent ? { payment_intent: publicIntent(payment_intent) } : {}),
    ...(setup_intent ? { setup_intent: publicIntent(setup_intent) } : {}),
  };
}
