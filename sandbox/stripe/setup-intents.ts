import { verdictOn } from './cards.ts';
import { refused, StripeError } from './errors.ts';
import type { Params } from './form.ts';
import { authenticationFailure, authenticationStep, keepCard } from './payment-intents.ts';
import type { IntentError, Metadata, PaymentMethod, SetupIntent } from './records.ts';
import { hasEnded } from './subscription-state.ts';
import type { World } from './world.ts';

const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

export function newSetupIntent(
  world: World,
  draft: { customer: string | null; metadata: Metadata; usage: string },
): SetupIntent {
  const id = world.store.newId('seti');
  const intent: SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: { allow_redirects: 'always', enabled: true },
    cancellation_reason: null,
    client_secret: world.store.newSecret(id),
    created: world.nowFor(draft.customer),
    customer: draft.customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    managed_payments: null,
    mandate: null,
    metadata: draft.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: draft.usage,
  };
  world.store.tables.setupIntents.add(intent);
  world.emit('setup_intent.created', intent);
  return intent;
}

export function createSetupIntent(world: World, params: Params): SetupIntent {
  const customer = params.text('customer') || null;
  if (customer) world.store.tables.customers.require(customer, 'customer');
  return newSetupIntent(world, {
    customer,
    metadata: params.metadata(),
    usage: params.choice('usage', ['off_session', 'on_session']) ?? 'off_session',
  });
}

export function cancelSetupIntent(world: World, intent: SetupIntent): SetupIntent {
  if (!OPEN.includes(intent.status)) throw wrongState(intent, 'canceled');
  intent.status = 'canceled';
  intent.cancellation_reason = 'requested_by_customer';
  intent.next_action = null;
  world.emit('setup_intent.canceled', intent);
  return intent;
}

/** Lets the bank decide whether the card may be kept. @throws StripeError 402 when it refuses */
export function saveCard(world: World, intent: SetupIntent, method: PaymentMethod): SetupIntent {
  if (!OPEN.includes(intent.status)) throw wrongState(intent, 'confirmed');
  const verdict = verdictOn(world, method, 'save');
  if (verdict.kind === 'approve') return succeed(world, intent, method);
  if (verdict.kind === 'decline') {
    throw fail(world, intent, method, {
      type: 'card_error',
      code: verdict.code,
      decline_code: verdict.declineCode,
      message: verdict.message,
    });
  }
  intent.status = 'requires_action';
  intent.payment_method = method.id;
  intent.last_setup_error = null;
  intent.next_action = authenticationStep();
  world.emit('setup_intent.requires_action', intent);
  return intent;
}

export function finishSetupAuthentication(world: World, intent: SetupIntent, isPassed: boolean): SetupIntent {
  if (intent.status !== 'requires_action') throw wrongState(intent, 'authenticated');
  const method = world.store.tables.paymentMethods.require(intent.payment_method ?? '');
  if (!isPassed) throw fail(world, intent, method, authenticationFailure('setup'));
  return succeed(world, intent, method);
}

function succeed(world: World, intent: SetupIntent, method: PaymentMethod): SetupIntent {
  intent.status = 'succeeded';
  intent.payment_method = method.id;
  intent.last_setup_error = null;
  intent.next_action = null;
  if (intent.customer) keepCard(world, intent.customer, method);
  world.store.hidden.setUpCards[method.id] = true;
  world.emit('setup_intent.succeeded', intent);
  const subscription = world.store.tables.subscriptions.find(
    world.store.hidden.subscriptionOfSetup[intent.id],
  );
  // Whether Stripe also makes it the subscription's own card is not stated anywhere: the app has to.
  if (subscription && !hasEnded(subscription)) {
    world.change(subscription, 'customer.subscription.updated', (changed) => {
      changed.pending_setup_intent = null;
    });
  }
  return intent;
}

function fail(world: World, intent: SetupIntent, method: PaymentMethod, error: IntentError): StripeError {
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.next_action = null;
  intent.last_setup_error = { ...error, payment_method: structuredClone(method) };
  world.emit('setup_intent.setup_failed', intent);
  const { code, decline_code, message = '' } = error;
  return new StripeError(error.type === 'card_error' ? 402 : 400, {
    type: error.type,
    message,
    ...(code ? { code } : {}),
    ...(decline_code ? { decline_code } : {}),
    setup_intent: structuredClone(intent) as unknown as Record<string, unknown>,
  });
}

function wrongState(intent: SetupIntent, verb: string): StripeError {
  return refused(`This SetupIntent's status is ${intent.status} and it cannot be ${verb}.`, {
    code: 'setup_intent_unexpected_state',
  });
}
