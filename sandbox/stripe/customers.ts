import { cardError, checkCard, newCardMethod, readyMethodNumber, verdictOn } from './cards.ts';
import { noSuch, refused } from './errors.ts';
import type { Params } from './form.ts';
import type { Customer, PaymentMethod } from './records.ts';
import { endSubscription, hasEnded } from './subscription-state.ts';
import type { World } from './world.ts';

export function createCustomer(world: World, params: Params): Customer {
  const clock = params.text('test_clock') || null;
  if (clock) world.store.tables.testClocks.require(clock, 'test_clock');
  const id = world.store.newId('cus');
  const customer: Customer = {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: world.now(clock),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: params.text('description') || null,
    discount: null,
    email: params.text('email') || null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: params.metadata(),
    name: params.text('name') || null,
    next_invoice_sequence: 1,
    phone: params.text('phone') || null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: clock,
  };
  world.store.tables.customers.add(customer);
  world.emit('customer.created', customer);
  const method = params.text('payment_method');
  if (method) attachMethod(world, method, id);
  setDefaultCard(world, customer, params);
  return customer;
}

export function updateCustomer(world: World, customer: Customer, params: Params): Customer {
  requirePresent(world, customer.id);
  setDefaultCard(world, customer, params);
  world.change(customer, 'customer.updated', (changed) => {
    if (params.has('email')) changed.email = params.text('email') || null;
    if (params.has('name')) changed.name = params.text('name') || null;
    if (params.has('phone')) changed.phone = params.text('phone') || null;
    if (params.has('description')) changed.description = params.text('description') || null;
    changed.metadata = params.metadata(changed.metadata);
    changed.balance = params.integer('balance') ?? changed.balance;
  });
  return customer;
}

function setDefaultCard(world: World, customer: Customer, params: Params): void {
  const settings = params.part('invoice_settings');
  if (!settings.has('default_payment_method')) return;
  const method = settings.text('default_payment_method') || null;
  if (method) requireMethodOf(world, method, customer.id);
  world.change(customer, 'customer.updated', (changed) => {
    changed.invoice_settings.default_payment_method = method;
  });
}

/** A deleted customer is still found by its id, and is good for nothing. */
export function requirePresent(world: World, id: string, param = 'customer'): Customer {
  if (world.store.hidden.deletedCustomers[id]) throw noSuch('customer', id, param);
  return world.store.tables.customers.require(id, param);
}

/** Ends the subscriptions of a customer with it, at once. */
export function deleteCustomer(
  world: World,
  customer: Customer,
): { id: string; object: 'customer'; deleted: true } {
  requirePresent(world, customer.id, 'id');
  const { subscriptions } = world.store.tables;
  for (const subscription of subscriptions.where((found) => found.customer === customer.id)) {
    if (!hasEnded(subscription)) endSubscription(world, subscription, 'cancellation_requested');
  }
  world.store.hidden.deletedCustomers[customer.id] = true;
  world.emit('customer.deleted', customer);
  return { id: customer.id, object: 'customer', deleted: true };
}

/** `paymentMethods.attach`: also makes a card of one of the API's ready test methods. */
export function attachMethod(world: World, id: string, customerId: string): PaymentMethod {
  requirePresent(world, customerId);
  const method = methodOf(world, id);
  if (method.customer === customerId) return method;
  if (method.customer) {
    throw refused('The payment method you provided has already been attached to a customer.');
  }
  const verdict = verdictOn(world, method, 'save');
  if (verdict.kind === 'decline') {
    throw cardError({
      code: verdict.code,
      decline_code: verdict.declineCode,
      message: verdict.message,
    });
  }
  method.customer = customerId;
  world.emit('payment_method.attached', method);
  return method;
}

export function detachMethod(world: World, method: PaymentMethod): PaymentMethod {
  if (!method.customer) throw refused('The payment method you provided is not attached to a customer.');
  const { customers, subscriptions } = world.store.tables;
  for (const subscription of subscriptions.where((found) => found.default_payment_method === method.id)) {
    subscription.default_payment_method = null;
  }
  const customer = customers.find(method.customer);
  if (customer?.invoice_settings.default_payment_method === method.id) {
    customer.invoice_settings.default_payment_method = null;
  }
  method.customer = null;
  world.emit('payment_method.detached', method);
  return method;
}

/** A card that is stored, or one of the ready ones as a new card. */
export function methodOf(world: World, id: string): PaymentMethod {
  const number = readyMethodNumber(id);
  if (number === undefined) return world.store.tables.paymentMethods.require(id, 'payment_method');
  const now = world.now();
  const expYear = new Date(now * 1000).getUTCFullYear() + 4;
  return newCardMethod(world, { number, expMonth: 12, expYear, cvc: '123' }, now);
}

/** @throws StripeError when it is not this customer's */
export function requireMethodOf(world: World, id: string, customerId: string): PaymentMethod {
  const method = world.store.tables.paymentMethods.require(id, 'payment_method');
  if (method.customer === customerId) return method;
  throw refused('The customer does not have a payment method with the ID given: attach it first.', {
    code: 'resource_missing',
    param: 'default_payment_method',
  });
}

/** `payment_method_data`, as Stripe.js sends it. */
export function methodFromData(world: World, data: Params, now: number): PaymentMethod {
  const card = data.part('card');
  const input = {
    number: card.required('number').replaceAll(' ', ''),
    expMonth: card.integer('exp_month') ?? 0,
    expYear: card.integer('exp_year') ?? 0,
    cvc: card.required('cvc'),
  };
  checkCard(input, now);
  return newCardMethod(world, input, now);
}
