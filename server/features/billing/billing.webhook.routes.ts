import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { receiveWebhook } from '#contract/billing.ts';
import { badRequest, HttpProblem } from '#server/core/http/errors/problems.ts';
import { clientIpKey, tooManyRequests } from '#server/core/http/security/rate-limit.ts';
import { RateLimiter } from '#server/core/http/security/rate-limiter.ts';
import { reportEventForDeletedAccount } from './billing.deleted-accounts.ts';
import { ENDPOINT_EVENTS } from './billing.events.ts';
import {
  type BillingServices,
  type OrderListener,
  requireBilling,
  withinLimits,
} from './billing.services.ts';
import { addEvent, hasEvent } from './billing.webhook.queries.ts';
import { undefinedIfMissing } from './provider/provider.errors.ts';
import type { ProviderEvent } from './provider/provider.types.ts';
import {
  findMemberOfCustomer,
  isDeletedCustomer,
  unlinkCustomer,
} from './subscription/subscription.customers.queries.ts';
import { applyDispute } from './subscription/subscription.disputes.ts';
import { syncMember } from './subscription/subscription.sync.ts';

/** Events about invoices with many lines are large; ours have a few. Bytes. */
const MAX_BYTES = 1_000_000;

/** Calls without a valid signature, per minute and address; signed ones are not limited. */
const MAX_UNSIGNED = 60;

const NOT_SIGNED = 'The signature is missing, wrong, or not of this moment.';

/** What deleting an account causes itself. */
const OF_LEAVING = 'customer.subscription.deleted';

/**
 * Receives the provider's signed webhook events. An event is a hint to read, never the truth: in any order, repeated,
 * late or lost, the result is the same. Our failures are answered with 5xx, and the provider sends the event again.
 * @param options `isLimited`: false counts nothing, for tests and benchmarks
 */
export async function installWebhook(
  app: FastifyInstance,
  billing: BillingServices | undefined,
  { onOrderPayment, isLimited }: { onOrderPayment: OrderListener; isLimited: boolean },
): Promise<void> {
  // A scope of its own: the signature covers the raw bytes, so no parser may have read them.
  await app.register(async (scope) => {
    const signed = isLimited ? limitUnsigned(scope) : undefined;
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.route({
      method: receiveWebhook.method,
      url: receiveWebhook.url,
      bodyLimit: MAX_BYTES,
      config: { access: receiveWebhook.access, isSigned: true, ignoresSession: true },
      schema: {
        response: { 200: receiveWebhook.response },
        summary: receiveWebhook.summary,
        tags: ['billing'],
        // Its only caller has the provider's own documentation.
        hide: true,
      },
      handler: async (request) => {
        const { body } = request;
        const signature = request.headers['stripe-signature'];
        if (!Buffer.isBuffer(body) || typeof signature !== 'string') throw badRequest(NOT_SIGNED);
        const ready = requireBilling(billing);
        const event = ready.provider.readEvent(body, signature);
        if (event === undefined) throw badRequest(NOT_SIGNED);
        signed?.add(request);
        if (event.isLive !== ready.settings.isLive) {
          throw badRequest('Live and test do not mix: this event is for the other.');
        }
        await withinLimits(ready, 'webhook', () => handleEvent(ready, event, onOrderPayment));
        return { received: true as const };
      },
    });
  });
}

/**
 * The usual limits do not apply to the provider, who sends as much as happens. Callers without a valid signature are
 * stopped before their next body is read, and counted when they are refused, so that any number at once gets no more
 * than the limit.
 * @returns the set to which validly signed requests are added
 */
function limitUnsigned(scope: FastifyInstance): WeakSet<FastifyRequest> {
  const signed = new WeakSet<FastifyRequest>();
  const unsigned = new RateLimiter({ name: 'unsigned', limit: MAX_UNSIGNED });
  scope.addHook('onRequest', async (request) => {
    const { remaining, resetSeconds } = await unsigned.peek(clientIpKey(request.ip));
    if (remaining === 0) throw tooManyRequests(resetSeconds);
  });
  // What it throws goes to the app's own error handler.
  scope.setErrorHandler(async (error: FastifyError | HttpProblem, request) => {
    const status = error instanceof HttpProblem ? error.status : (error.statusCode ?? 500);
    if (status >= 500 || status === 429 || signed.has(request)) throw error;
    const { isExceeded, resetSeconds } = await unsigned.count(clientIpKey(request.ip));
    throw isExceeded ? tooManyRequests(resetSeconds) : error;
  });
  return signed;
}

async function handleEvent(
  billing: BillingServices,
  event: ProviderEvent,
  onOrderPayment: OrderListener,
): Promise<void> {
  const { db, log } = billing;
  const { id, type } = event;
  const handle = handlerOf(type);
  if (handle === undefined || (await hasEvent(db, id))) return;
  // Handling may be repeated, so a crash before this only repeats it. What is unknown now may be known when the event is
  // sent again; and once its customer is a member's, the daily comparison reads everything about them.
  if (await handle(billing, event, onOrderPayment)) await addEvent(db, id);
  else log.error({ event: id, type }, 'a webhook event about something unknown');
}

/** @returns false when what the event is about is unknown, to the provider or to us */
type EventHandler = (
  billing: BillingServices,
  event: ProviderEvent,
  onOrderPayment: OrderListener,
) => Promise<boolean>;

function handlerOf(type: string): EventHandler | undefined {
  // An endpoint of somebody else's making may send more.
  if (!ENDPOINT_EVENTS.some((name) => name === type)) return undefined;
  if (type.startsWith('charge.dispute.')) return handleDispute;
  // They are also sent for the payments of subscriptions.
  return /^(?:charge|payment_intent)\./.test(type) ? handlePayment : handleCustomer;
}

const handleDispute: EventHandler = async (billing, { objectId }, onOrderPayment) => {
  if (objectId === null) return true;
  const dispute = await billing.provider.readDispute(objectId).catch(undefinedIfMissing);
  if (dispute === undefined) return false;
  await applyDispute(billing, dispute, onOrderPayment);
  return true;
};

const handleCustomer: EventHandler = async (billing, event) => {
  const { db, provider } = billing;
  const { type, customerId } = event;
  if (customerId === null) return true;
  const memberId = await findMemberOfCustomer(db, customerId);
  // Something else may be sold through the same account there.
  if (memberId === undefined) {
    if (!(await isDeletedCustomer(db, customerId))) return false;
    if (type !== OF_LEAVING)
      await reportEventForDeletedAccount(billing, { subject: customerId, detail: type });
    return true;
  }
  await syncMember(billing, memberId);
  if (type === 'customer.deleted' && !(await provider.hasCustomer(customerId))) {
    await unlinkCustomer(db, memberId, customerId);
  }
  return true;
};

const handlePayment: EventHandler = async (billing, event, onOrderPayment) => {
  const { db, provider, log } = billing;
  const { id, type, customerId, paymentIntentId } = event;
  if (paymentIntentId === null) return true;
  const payment = await provider.orders.readPayment(paymentIntentId).catch(undefinedIfMissing);
  if (payment === undefined) return false;
  const isOfOrder = await onOrderPayment(payment);
  // A refunded order says itself whether that is new.
  const isSaid = isOfOrder && type === 'charge.refunded';
  if (customerId !== null && !isSaid && (await isDeletedCustomer(db, customerId))) {
    await reportEventForDeletedAccount(billing, { subject: customerId, detail: type });
  }
  // By staff here it has ended its plan; at the provider that is a decision of its own (docs/decisions/0010-payments.md).
  if (!isOfOrder && type === 'charge.refunded') {
    log.warn({ event: id }, 'a payment of a subscription was refunded');
  }
  return true;
};
