import { resume } from './billing-cycle.ts';
import { methodOf } from './customers.ts';
import { refused } from './errors.ts';
import { finalizeInvoice } from './invoices.ts';
import { fits, listPage } from './listing.ts';
import { payInvoice } from './pay.ts';
import { previewInvoice } from './preview.ts';
import type { Invoice } from './records.ts';
import type { Route } from './routes.ts';
import { createSchedule, releaseSchedule, updateSchedule } from './schedules.ts';
import { createSubscription } from './subscription-create.ts';
import { endSubscription, hasEnded, settleInvoice, voidInvoiceByHand } from './subscription-state.ts';
import { updateSubscription } from './subscription-update.ts';

const CREATE_PARAMETERS = [
  'cancel_at',
  'cancel_at_period_end',
  'customer',
  'default_payment_method',
  'description',
  'items',
  'metadata',
  'payment_behavior',
  'payment_settings',
  'trial_end',
  'trial_period_days',
  'trial_settings',
];

const UPDATE_PARAMETERS = [
  'cancel_at',
  'cancel_at_period_end',
  'cancellation_details',
  'default_payment_method',
  'description',
  'items',
  'metadata',
  'payment_behavior',
  'payment_settings',
  'proration_behavior',
  'proration_date',
  'trial_end',
];

export const subscriptionRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/subscriptions',
    operation: 'subscriptions.create',
    answer: 'Subscription',
    parameters: CREATE_PARAMETERS,
    run: (world, params) => createSubscription(world, params),
  },
  {
    method: 'GET',
    path: '/v1/subscriptions',
    operation: 'subscriptions.list',
    answer: 'List<Subscription>',
    parameters: ['customer', 'price', 'status', 'test_clock'],
    run: (world, params) => {
      const status = params.text('status');
      return listPage(
        world.store.tables.subscriptions,
        params,
        '/v1/subscriptions',
        (subscription) =>
          isListed(subscription.status, status) &&
          fits(params, 'customer', subscription.customer) &&
          fits(params, 'test_clock', subscription.test_clock) &&
          subscription.items.data.some((item) => fits(params, 'price', item.price.id)),
      );
    },
  },
  {
    method: 'GET',
    path: '/v1/subscriptions/:id',
    operation: 'subscriptions.retrieve',
    answer: 'Subscription',
    parameters: [],
    run: (world, _params, id) => world.store.tables.subscriptions.require(id),
  },
  {
    method: 'POST',
    path: '/v1/subscriptions/:id',
    operation: 'subscriptions.update',
    answer: 'Subscription',
    parameters: UPDATE_PARAMETERS,
    run: (world, params, id) =>
      updateSubscription(world, world.store.tables.subscriptions.require(id), params),
  },
  {
    method: 'DELETE',
    path: '/v1/subscriptions/:id',
    operation: 'subscriptions.cancel',
    answer: 'Subscription',
    parameters: ['cancellation_details'],
    run: (world, _params, id) => {
      const subscription = world.store.tables.subscriptions.require(id);
      // As at Stripe, what has ended cannot be found to be ended again.
      if (hasEnded(subscription))
        throw refused(`No such subscription: ${id}`, { code: 'resource_missing', param: 'id' });
      endSubscription(world, subscription, 'cancellation_requested');
      return subscription;
    },
  },
  {
    method: 'POST',
    path: '/v1/subscriptions/:id/resume',
    operation: 'subscriptions.resume',
    answer: 'Subscription',
    parameters: [],
    run: (world, _params, id) => {
      const subscription = world.store.tables.subscriptions.require(id);
      if (subscription.status !== 'paused') throw refused('Only a paused subscription can be resumed.');
      resume(world, subscription);
      return subscription;
    },
  },
  {
    method: 'GET',
    path: '/v1/invoices',
    operation: 'invoices.list',
    answer: 'List<Invoice>',
    parameters: ['customer', 'status', 'subscription'],
    run: (world, params) =>
      listPage(
        world.store.tables.invoices,
        params,
        '/v1/invoices',
        (invoice) =>
          fits(params, 'customer', invoice.customer) &&
          fits(params, 'status', invoice.status) &&
          fits(params, 'subscription', invoice.parent.subscription_details.subscription),
      ),
  },
  {
    method: 'POST',
    path: '/v1/invoices/create_preview',
    operation: 'invoices.createPreview',
    answer: 'Invoice',
    parameters: ['customer', 'preview_mode', 'subscription', 'subscription_details'],
    run: (world, params) => previewInvoice(world, params),
  },
  {
    method: 'GET',
    path: '/v1/invoices/:id',
    operation: 'invoices.retrieve',
    answer: 'Invoice',
    parameters: [],
    run: (world, _params, id) => world.store.tables.invoices.require(id),
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/finalize',
    operation: 'invoices.finalizeInvoice',
    answer: 'Invoice',
    parameters: [],
    run: (world, _params, id) => {
      const invoice: Invoice = finalizeInvoice(world, world.store.tables.invoices.require(id));
      if (invoice.amount_due === 0) settleInvoice(world, invoice, undefined);
      return invoice;
    },
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/pay',
    operation: 'invoices.pay',
    answer: 'Invoice',
    parameters: ['off_session', 'payment_method'],
    run: (world, params, id) => {
      const named = params.text('payment_method');
      return payInvoice(world, world.store.tables.invoices.require(id), {
        method: named ? methodOf(world, named) : undefined,
        use: params.flag('off_session') === false ? 'pay' : 'off-session',
      });
    },
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/void',
    operation: 'invoices.voidInvoice',
    answer: 'Invoice',
    parameters: [],
    run: (world, _params, id) => voidInvoiceByHand(world, world.store.tables.invoices.require(id)),
  },
  {
    method: 'GET',
    path: '/v1/invoice_payments',
    operation: 'invoicePayments.list',
    answer: 'List<InvoicePayment>',
    parameters: ['invoice', 'payment', 'status'],
    run: (world, params) => {
      const payment = params.part('payment');
      return listPage(
        world.store.tables.invoicePayments,
        params,
        '/v1/invoice_payments',
        (found) =>
          fits(params, 'invoice', found.invoice) &&
          fits(params, 'status', found.status) &&
          fits(payment, 'payment_intent', found.payment.payment_intent),
      );
    },
  },
  {
    method: 'POST',
    path: '/v1/subscription_schedules',
    operation: 'subscriptionSchedules.create',
    answer: 'SubscriptionSchedule',
    parameters: ['from_subscription', 'metadata'],
    run: (world, params) => createSchedule(world, params),
  },
  {
    method: 'GET',
    path: '/v1/subscription_schedules',
    operation: 'subscriptionSchedules.list',
    answer: 'List<SubscriptionSchedule>',
    parameters: ['customer'],
    run: (world, params) =>
      listPage(world.store.tables.schedules, params, '/v1/subscription_schedules', ({ customer }) =>
        fits(params, 'customer', customer),
      ),
  },
  {
    method: 'GET',
    path: '/v1/subscription_schedules/:id',
    operation: 'subscriptionSchedules.retrieve',
    answer: 'SubscriptionSchedule',
    parameters: [],
    run: (world, _params, id) => world.store.tables.schedules.require(id),
  },
  {
    method: 'POST',
    path: '/v1/subscription_schedules/:id',
    operation: 'subscriptionSchedules.update',
    answer: 'SubscriptionSchedule',
    parameters: ['end_behavior', 'metadata', 'phases', 'proration_behavior'],
    run: (world, params, id) => updateSchedule(world, world.store.tables.schedules.require(id), params),
  },
  {
    method: 'POST',
    path: '/v1/subscription_schedules/:id/release',
    operation: 'subscriptionSchedules.release',
    answer: 'SubscriptionSchedule',
    parameters: [],
    run: (world, _params, id) => releaseSchedule(world, world.store.tables.schedules.require(id)),
  },
];

/** Unless it is asked for, what is cancelled is left out. */
function isListed(status: string, wanted: string | undefined): boolean {
  if (wanted === 'all') return true;
  if (wanted === 'ended') return status === 'canceled' || status === 'incomplete_expired';
  return wanted === undefined ? status !== 'canceled' : status === wanted;
}
