import type { FastifyInstance } from 'fastify';
import {
  acceptRetentionOffer,
  cancelSubscription,
  changeSubscription,
  createSubscription,
  getBillingSettings,
  getRetentionOffers,
  getSubscriptionStatus,
  listBills,
  openPortal,
  payOpenInvoice,
  previewChange,
  removeUnpaidPlan,
  resumeSubscription,
  setBillingAddress,
  startTrial as startTrialEndpoint,
  syncSubscription,
} from '#contract/billing.ts';
import type { Db } from '#server/core/database/pool.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import type { ActionLimits } from '#server/core/http/security/action-limits.ts';
import { runAtInterval } from '#server/core/jobs/interval.ts';
import { logSecurityEvent } from '#server/core/logging/security-events.ts';
import { pricesForSale } from './billing.prices.ts';
import { cancelMessage, noSubscription, PAYMENT_RESPONSES } from './billing.problems.ts';
import { type BillingServices, type OrderListener, runForMember } from './billing.services.ts';
import { installWebhook } from './billing.webhook.routes.ts';
import { runBillingJobs } from './jobs/jobs.periodic.ts';
import { updateBillingAddress } from './subscription/subscription.address.ts';
import { readBills } from './subscription/subscription.bills.ts';
import {
  cancelPlan,
  changePlan,
  findDuePayment,
  previewPlan,
  resumePlan,
} from './subscription/subscription.change.ts';
import { findCustomerId } from './subscription/subscription.customers.queries.ts';
import { addTrialMail } from './subscription/subscription.mail.ts';
import { getOrCreateSubscription } from './subscription/subscription.purchase.ts';
import { applyRetentionOffer, readRetentionOffers } from './subscription/subscription.retention.ts';
import { readStatus } from './subscription/subscription.status.ts';
import { syncMember } from './subscription/subscription.sync.ts';
import { logEndedTrials, startTrial } from './subscription/subscription.trial.ts';
import { removeUnpaid } from './subscription/subscription.unpaid.ts';

const SWEEP_INTERVAL = 600_000;

interface Dependencies {
  db: Db;
  limits: ActionLimits;
  /** Undefined: nothing can be paid here. */
  billing: BillingServices | undefined;
  onOrderPayment: OrderListener;
}

export async function billingRoutes(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  const { db, billing, limits, onOrderPayment } = dependencies;
  const read = { tag: 'billing' };
  const write = { ...read, ...limits.of('billing'), otherResponses: PAYMENT_RESPONSES };
  const ask = { ...write, ...limits.of('billingReading') };

  addRoute(app, getBillingSettings, read, () => ({
    isConfigured: billing !== undefined,
    publishableKey: billing?.settings.publishableKey ?? null,
    stripeJsUrl: billing?.settings.sandbox?.jsUrl ?? null,
    priceIds: billing ? pricesForSale(billing.settings) : {},
    takesPromotionCodes: billing?.settings.offers?.promotionCodes ?? false,
    tax: billing?.settings.tax ?? null,
  }));

  addRoute(app, getSubscriptionStatus, read, ({ viewer }) => readStatus(db, viewer.memberId));

  addRoute(app, createSubscription, write, ({ viewer, body }) =>
    runForMember(billing, 'Failed to create subscription', (services) =>
      getOrCreateSubscription(services, viewer.memberId, body),
    ),
  );

  addRoute(app, setBillingAddress, write, ({ viewer, body }) =>
    runForMember(billing, 'Failed to save your address', (services) =>
      updateBillingAddress(services, viewer.memberId, body),
    ),
  );

  addRoute(app, syncSubscription, ask, async ({ viewer }) => {
    await runForMember(billing, 'Failed to read subscription', (services) =>
      syncMember(services, viewer.memberId),
    );
    return await readStatus(db, viewer.memberId);
  });

  addRoute(app, startTrialEndpoint, write, async ({ viewer: { memberId }, request }) => {
    const status = await startTrial(db, memberId);
    // Open to members without a paid plan only.
    logSecurityEvent(request.log, 'tier changed', { memberId, from: null, to: status.tier });
    return status;
  });
  const endTrials = () => logEndedTrials(db, app.log);
  runAtInterval(app, { name: 'trials', every: SWEEP_INTERVAL, run: endTrials });
  runAtInterval(app, { name: 'trial mail', every: SWEEP_INTERVAL, run: () => addTrialMail(db) });

  changeRoutes(app, dependencies);
  await installWebhook(app, billing, { onOrderPayment, isLimited: limits.isOn });
  if (billing === undefined) return;
  const run = () => runBillingJobs(billing, onOrderPayment);
  runAtInterval(app, { name: 'billing', every: SWEEP_INTERVAL, run });
}

function changeRoutes(app: FastifyInstance, { db, billing, limits }: Dependencies): void {
  const change = { tag: 'billing', ...limits.of('billing'), otherResponses: PAYMENT_RESPONSES };
  // The provider is asked for each, but looking must not use up what changing is allowed.
  const ask = { ...change, ...limits.of('billingReading') };

  addRoute(app, cancelSubscription, change, async ({ viewer }) => {
    await runForMember(billing, 'Failed to cancel subscription', (services) =>
      cancelPlan(services, viewer.memberId),
    );
    const status = await readStatus(db, viewer.memberId);
    return { ...status, message: cancelMessage(status) };
  });

  addRoute(app, removeUnpaidPlan, change, async ({ viewer }) => {
    await runForMember(billing, 'Failed to remove the plan', (services) =>
      removeUnpaid(services, viewer.memberId),
    );
    return await readStatus(db, viewer.memberId);
  });

  addRoute(app, getRetentionOffers, ask, ({ viewer }) =>
    runForMember(billing, 'Failed to read what is offered', (services) =>
      readRetentionOffers(services, viewer.memberId),
    ),
  );
  addRoute(app, acceptRetentionOffer, change, async ({ viewer, body }) => {
    await runForMember(billing, 'Failed to change subscription', (services) =>
      applyRetentionOffer(services, viewer.memberId, body.offer),
    );
    return await readStatus(db, viewer.memberId);
  });
  addRoute(app, resumeSubscription, change, async ({ viewer }) => {
    await runForMember(billing, 'Failed to resume subscription', (services) =>
      resumePlan(services, viewer.memberId),
    );
    return await readStatus(db, viewer.memberId);
  });

  addRoute(app, previewChange, ask, ({ viewer, body }) =>
    runForMember(billing, 'Failed to read the price of this change', (services) =>
      previewPlan(services, viewer.memberId, body.priceId),
    ),
  );

  addRoute(app, changeSubscription, change, async ({ viewer, body }) => {
    const { priceId, prorationDate } = body;
    const payment = await runForMember(billing, 'Failed to change subscription', (services) =>
      changePlan(services, viewer.memberId, { priceId, prorationDate }),
    );
    return { subscription: await readStatus(db, viewer.memberId), payment };
  });

  addRoute(app, payOpenInvoice, change, ({ viewer }) =>
    runForMember(billing, 'Failed to read what is due', (services) =>
      findDuePayment(services, viewer.memberId),
    ),
  );

  addRoute(app, listBills, ask, ({ viewer }) =>
    runForMember(billing, 'Failed to read your invoices', (services) => readBills(services, viewer.memberId)),
  );

  addRoute(app, openPortal, change, ({ viewer, body }) =>
    runForMember(
      billing,
      'Failed to open the pages of the payment provider',
      async ({ provider, publicUrl }) => {
        const customerId = await findCustomerId(db, viewer.memberId);
        if (customerId === undefined) throw noSubscription();
        return { url: await provider.openPortal(customerId, body.purpose, `${publicUrl}/subscription`) };
      },
    ),
  );
}
