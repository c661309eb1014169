import { createRefund } from './charges.ts';
import { attachMethod, detachMethod, methodFromData, methodOf, requirePresent } from './customers.ts';
import { missingParameter } from './errors.ts';
import type { Params } from './form.ts';
import { fits, listPage } from './listing.ts';
import { pay } from './pay.ts';
import { cancelPaymentIntent, createPaymentIntent, updatePaymentIntent } from './payment-intents.ts';
import type { PaymentMethod } from './records.ts';
import type { Route } from './routes.ts';
import { cancelSetupIntent, createSetupIntent, saveCard } from './setup-intents.ts';
import type { World } from './world.ts';

const REASONS = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const;

export const paymentRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/payment_intents',
    operation: 'paymentIntents.create',
    answer: 'PaymentIntent',
    parameters: [
      'amount',
      'automatic_payment_methods',
      'currency',
      'customer',
      'description',
      'metadata',
      'receipt_email',
      'setup_future_usage',
    ],
    run: (world, params) => createPaymentIntent(world, params),
  },
  {
    method: 'GET',
    path: '/v1/payment_intents',
    operation: 'paymentIntents.list',
    answer: 'List<PaymentIntent>',
    parameters: ['customer'],
    run: (world, params) =>
      listPage(world.store.tables.paymentIntents, params, '/v1/payment_intents', ({ customer }) =>
        fits(params, 'customer', customer),
      ),
  },
  {
    method: 'GET',
    path: '/v1/payment_intents/:id',
    operation: 'paymentIntents.retrieve',
    answer: 'PaymentIntent',
    parameters: ['client_secret'],
    isForBrowsers: true,
    run: (world, _params, id) => world.store.tables.paymentIntents.require(id),
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id',
    operation: 'paymentIntents.update',
    answer: 'PaymentIntent',
    parameters: ['amount', 'description', 'metadata'],
    run: (world, params, id) => updatePaymentIntent(world.store.tables.paymentIntents.require(id), params),
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/cancel',
    operation: 'paymentIntents.cancel',
    answer: 'PaymentIntent',
    parameters: ['cancellation_reason'],
    run: (world, params, id) =>
      cancelPaymentIntent(
        world,
        world.store.tables.paymentIntents.require(id),
        params.choice('cancellation_reason', REASONS) ?? null,
        true,
      ),
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    operation: 'paymentIntents.confirm',
    answer: 'PaymentIntent',
    parameters: ['client_secret', 'off_session', 'payment_method', 'payment_method_data', 'return_url'],
    isForBrowsers: true,
    run: (world, params, id) => {
      const intent = world.store.tables.paymentIntents.require(id);
      const use = params.flag('off_session') ? 'off-session' : 'pay';
      return pay(world, intent, cardFor(world, params, world.nowFor(intent.customer)), use);
    },
  },
  {
    method: 'POST',
    path: '/v1/setup_intents',
    operation: 'setupIntents.create',
    answer: 'SetupIntent',
    parameters: ['automatic_payment_methods', 'customer', 'metadata', 'usage'],
    run: (world, params) => createSetupIntent(world, params),
  },
  {
    method: 'GET',
    path: '/v1/setup_intents/:id',
    operation: 'setupIntents.retrieve',
    answer: 'SetupIntent',
    parameters: ['client_secret'],
    isForBrowsers: true,
    run: (world, _params, id) => world.store.tables.setupIntents.require(id),
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/cancel',
    operation: 'setupIntents.cancel',
    answer: 'SetupIntent',
    parameters: ['cancellation_reason'],
    run: (world, _params, id) => cancelSetupIntent(world, world.store.tables.setupIntents.require(id)),
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/confirm',
    operation: 'setupIntents.confirm',
    answer: 'SetupIntent',
    parameters: ['client_secret', 'payment_method', 'payment_method_data', 'return_url'],
    isForBrowsers: true,
    run: (world, params, id) => {
      const intent = world.store.tables.setupIntents.require(id);
      return saveCard(world, intent, cardFor(world, params, world.nowFor(intent.customer)));
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_methods',
    operation: 'paymentMethods.list',
    answer: 'List<PaymentMethod>',
    parameters: ['customer', 'type'],
    run: (world, params) => {
      const customer = requirePresent(world, params.required('customer'));
      return listPage(
        world.store.tables.paymentMethods,
        params,
        '/v1/payment_methods',
        (method) => method.customer === customer.id && fits(params, 'type', method.type),
      );
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_methods/:id',
    operation: 'paymentMethods.retrieve',
    answer: 'PaymentMethod',
    parameters: [],
    run: (world, _params, id) => world.store.tables.paymentMethods.require(id),
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    operation: 'paymentMethods.attach',
    answer: 'PaymentMethod',
    parameters: ['customer'],
    run: (world, params, id) => attachMethod(world, id, params.required('customer')),
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/detach',
    operation: 'paymentMethods.detach',
    answer: 'PaymentMethod',
    parameters: [],
    run: (world, _params, id) => detachMethod(world, world.store.tables.paymentMethods.require(id)),
  },
  {
    method: 'POST',
    path: '/v1/refunds',
    operation: 'refunds.create',
    answer: 'Refund',
    parameters: ['amount', 'charge', 'metadata', 'payment_intent', 'reason'],
    run: (world, params) => createRefund(world, params),
  },
  {
    method: 'GET',
    path: '/v1/refunds',
    operation: 'refunds.list',
    answer: 'List<Refund>',
    parameters: ['charge', 'payment_intent'],
    run: (world, params) =>
      listPage(
        world.store.tables.refunds,
        params,
        '/v1/refunds',
        (refund) =>
          fits(params, 'charge', refund.charge) && fits(params, 'payment_intent', refund.payment_intent),
      ),
  },
  {
    method: 'GET',
    path: '/v1/charges',
    operation: 'charges.list',
    answer: 'List<Charge>',
    parameters: ['customer', 'payment_intent'],
    run: (world, params) =>
      listPage(
        world.store.tables.charges,
        params,
        '/v1/charges',
        (charge) =>
          fits(params, 'customer', charge.customer) && fits(params, 'payment_intent', charge.payment_intent),
      ),
  },
  {
    method: 'GET',
    path: '/v1/charges/:id',
    operation: 'charges.retrieve',
    answer: 'Charge',
    parameters: [],
    run: (world, _params, id) => world.store.tables.charges.require(id),
  },
  {
    method: 'GET',
    path: '/v1/disputes',
    operation: 'disputes.list',
    answer: 'List<Dispute>',
    parameters: ['charge', 'payment_intent'],
    run: (world, params) =>
      listPage(
        world.store.tables.disputes,
        params,
        '/v1/disputes',
        (dispute) =>
          fits(params, 'charge', dispute.charge) && fits(params, 'payment_intent', dispute.payment_intent),
      ),
  },
  {
    method: 'GET',
    path: '/v1/disputes/:id',
    operation: 'disputes.retrieve',
    answer: 'Dispute',
    parameters: [],
    run: (world, _params, id) => world.store.tables.disputes.require(id),
  },
];

/** The card of a confirmation: a stored one, or the numbers as Stripe.js sends them. */
function cardFor(world: World, params: Params, now: number): PaymentMethod {
  const named = params.text('payment_method');
  if (named) return methodOf(world, named);
  if (!params.has('payment_method_data')) throw missingParameter('payment_method');
  return methodFromData(world, params.part('payment_method_data'), now);
}
