import type { FastifyInstance } from 'fastify';
import {
  cancelSubscription,
  changeSubscription,
  createSubscription,
  getBillingSettings,
  getSubscriptionStatus,
  openPortal,
  payOpenInvoice,
  previewChange,
  resumeSubscription,
  startTrial,
  syncSubscription,
} from '#contract/billing.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Db } from '#server/core/database/pool.ts';
import type { ActionLimits } from '#server/core/http/action-limit.ts';
import { addRoute } from '#server/core/http/routes.ts';
import { cancel, changePlan, findDuePayment, previewPlan, resume } from './billing.change.ts';
import { cancelWords, withWords } from './billing.failures.ts';
import { type Payments, requirePayments } from './billing.payments.ts';
import { conflict, noSubscription, PAYMENT_ANSWERS } from './billing.problems.ts';
import { getOrCreateSubscription } from './billing.purchase.ts';
import { addTrial, findCustomerId } from './billing.queries.ts';
import { readStatus } from './billing.status.ts';
import { sweepBilling } from './billing.sweep.ts';
import { syncMember } from './billing.sync.ts';
import { installWebhook, type OrderListener } from './billing.webhook.ts';

interface Parts {
  db: Db;
  limits: ActionLimits;
  /** Undefined: nothing can be paid here. */
  payments: Payments | undefined;
  /** Told whenever a payment of an order may have changed. */
  onOrderPayment: OrderListener;
}

export async function billingRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  const { db, payments, limits } = parts;
  const read = { tag: 'billing' };
  const write = { ...read, ...limits.of('billing'), otherAnswers: PAYMENT_ANSWERS };

  addRoute(app, getBillingSettings, read, () => ({
    isConfigured: payments !== undefined,
    publishableKey: payments?.settings.publishableKey ?? null,
    stripeJsUrl: payments?.settings.sandbox?.jsUrl ?? null,
    priceIds: payments?.settings.priceIds ?? {},
  }));

  addRoute(app, getSubscriptionStatus, read, ({ viewer }) => readStatus(db, viewer.memberId));

  addRoute(app, createSubscription, write, ({ viewer, body }) =>
    withWords('Failed to create subscription', () =>
      getOrCreateSubscription(requirePayments(payments), viewer.memberId, body.priceId),
    ),
  );

  addRoute(app, syncSubscription, write, async ({ viewer }) => {
    await withWords('Failed to read subscription', () =>
      syncMember(requirePayments(payments), viewer.memberId),
    );
    return await readStatus(db, viewer.memberId);
  });

  addRoute(app, startTrial, write, async ({ viewer }) => {
    const { trial, plan } = await readStatus(db, viewer.memberId);
    if (!trial.isAvailable && plan !== null) {
      throw conflict(
        'already_subscribed',
        'You are subscribed already: the trial is for members without a plan.',
      );
    }
    if (!trial.isAvailable || !(await addTrial(db, viewer.memberId, LIMITS.trialDays))) {
      throw conflict('trial_used', 'The free trial is open once, to members who have not had a plan.');
    }
    return await readStatus(db, viewer.memberId);
  });

  changeRoutes(app, parts);
  await installWebhook(app, payments, { onOrderPayment: parts.onOrderPayment, isLimited: limits.isOn });
  if (payments !== undefined) sweepBilling(app, payments, parts.onOrderPayment);
}

function changeRoutes(app: FastifyInstance, { db, payments, limits }: Parts): void {
  const change = { tag: 'billing', ...limits.of('billing'), otherAnswers: PAYMENT_ANSWERS };

  addRoute(app, cancelSubscription, change, async ({ viewer }) => {
    await withWords('Failed to cancel subscription', () =>
      cancel(requirePayments(payments), viewer.memberId),
    );
    const status = await readStatus(db, viewer.memberId);
    return { ...status, message: cancelWords(status) };
  });

  addRoute(app, resumeSubscription, change, async ({ viewer }) => {
    await withWords('Failed to resume subscription', () =>
      resume(requirePayments(payments), viewer.memberId),
    );
    return await readStatus(db, viewer.memberId);
  });

  addRoute(app, previewChange, change, ({ viewer, body }) =>
    withWords('Failed to read the price of this change', () =>
      previewPlan(requirePayments(payments), viewer.memberId, body.priceId),
    ),
  );

  addRoute(app, changeSubscription, change, async ({ viewer, body }) => {
    const { priceId, prorationDate } = body;
    const payment = await withWords('Failed to change subscription', () =>
      changePlan(requirePayments(payments), viewer.memberId, { priceId, prorationDate }),
    );
    return { subscription: await readStatus(db, viewer.memberId), payment };
  });

  addRoute(app, payOpenInvoice, change, ({ viewer }) =>
    withWords('Failed to read what is due', () => findDuePayment(requirePayments(payments), viewer.memberId)),
  );

  addRoute(app, openPortal, change, async ({ viewer, body }) => {
    const { provider, publicUrl } = requirePayments(payments);
    const customerId = await findCustomerId(db, viewer.memberId);
    if (customerId === undefined) throw noSubscription();
    return await withWords('Failed to open the pages of the payment provider', async () => ({
      url: await provider.openPortal(customerId, body.purpose, `${publicUrl}/subscription`),
    }));
  });
}
