import type { FastifyInstance, FastifyRequest } from 'fastify';
import { receiveWebhook } from '#contract/billing.ts';
import { badRequest } from '#server/core/http/problems.ts';
import { addressKey, RateLimiter, tooManyRequests } from '#server/core/http/rate-limit.ts';
import { applyDispute } from './billing.disputes.ts';
import { type Payments, requirePayments } from './billing.payments.ts';
import type { OrderPayment, ProviderEvent } from './billing.provider.ts';
import { findMemberOfCustomer, forgetCustomer } from './billing.queries.ts';
import { syncMember } from './billing.sync.ts';
import { addEvent, hasEvent } from './billing-events.queries.ts';

/** Invoices with many lines make large notes; ours have a few. Bytes. */
const MOST_BYTES = 1_000_000;

/** Calls without a right signature, a minute and address. Right ones are never too many. */
const MOST_UNSIGNED = 60;

const NOT_SIGNED = 'The signature is missing, wrong, or not of this moment.';

/** Notes that say: look at this customer's subscriptions. */
const ABOUT_SUBSCRIPTIONS = /^(?:customer\.subscription\.|invoice\.|setup_intent\.|customer\.deleted$)/;

/** Notes that say: look at this payment. The same come for every subscription's payment too. */
const ABOUT_PAYMENTS =
  /^(?:payment_intent\.(?:succeeded|payment_failed|processing|canceled)|charge\.refunded)$/;

export type OrderListener = (payment: OrderPayment) => Promise<void>;

/**
 * Takes the provider's signed notes. A note is a hint to look, never the truth: any order, any number of times, late
 * or not at all, the end is the same. Whatever goes wrong on our side is answered with 5xx, and the provider comes
 * again.
 * @param isLimited false counts nothing, for tests and benchmarks
 */
export async function installWebhook(
  app: FastifyInstance,
  payments: Payments | undefined,
  { onOrderPayment, isLimited }: { onOrderPayment: OrderListener; isLimited: boolean },
): Promise<void> {
  // A scope of its own: the signature is over the bytes as they came, which nobody may have parsed.
  await app.register(async (scope) => {
    const signed = isLimited ? limitUnsigned(scope) : undefined;
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.route({
      method: receiveWebhook.method,
      url: receiveWebhook.url,
      bodyLimit: MOST_BYTES,
      config: { access: receiveWebhook.access, isSigned: true, ignoresSession: true },
      schema: {
        response: { 200: receiveWebhook.answer },
        summary: receiveWebhook.summary,
        tags: ['billing'],
        // For one caller, who has the provider's own documents.
        hide: true,
      },
      handler: async (request) => {
        const { body } = request;
        const signature = request.headers['stripe-signature'];
        if (!Buffer.isBuffer(body) || typeof signature !== 'string') throw badRequest(NOT_SIGNED);
        const ready = requirePayments(payments);
        const event = ready.provider.readEvent(body, signature);
        if (event === undefined) throw badRequest(NOT_SIGNED);
        signed?.add(request);
        if (event.isLive !== ready.settings.isLive) {
          throw badRequest('Live and test do not mix: this note is for the other.');
        }
        await handleEvent(ready, event, onOrderPayment);
        return { received: true as const };
      },
    });
  });
}

/**
 * The usual limits leave the provider alone, who sends as much as there is to tell. Whoever sends what is not signed is
 * stopped before the next body is read.
 * @returns where calls are noted that are signed rightly
 */
function limitUnsigned(scope: FastifyInstance): WeakSet<FastifyRequest> {
  const signed = new WeakSet<FastifyRequest>();
  const unsigned = new RateLimiter(MOST_UNSIGNED);
  scope.addHook('onRequest', (request, _reply, done) => {
    const { isExceeded, resetSeconds } = unsigned.look(addressKey(request.ip));
    done(isExceeded ? tooManyRequests(resetSeconds) : undefined);
  });
  scope.addHook('onResponse', (request, { statusCode }, done) => {
    const isRefused = statusCode >= 400 && statusCode < 500 && statusCode !== 429;
    if (isRefused && !signed.has(request)) unsigned.count(addressKey(request.ip));
    done();
  });
  return signed;
}

async function handleEvent(
  payments: Payments,
  event: ProviderEvent,
  onOrderPayment: OrderListener,
): Promise<void> {
  const { db } = payments;
  if (await hasEvent(db, event.id)) return;
  if (event.type.startsWith('charge.dispute.')) {
    const dispute = await payments.provider.readDispute(event.objectId);
    await applyDispute(payments, dispute, onOrderPayment);
  } else if (ABOUT_PAYMENTS.test(event.type)) await lookAtPayment(payments, event, onOrderPayment);
  else if (ABOUT_SUBSCRIPTIONS.test(event.type)) return await lookAtCustomer(payments, event);
  else return;
  // What they do may be repeated, so a crash in between repeats it.
  await addEvent(db, event.id);
}

async function lookAtCustomer(payments: Payments, { id, type, customerId }: ProviderEvent): Promise<void> {
  if (customerId === null) return;
  const memberId = await findMemberOfCustomer(payments.db, customerId);
  // Of an account that is gone here, or of something else that is sold by the same account there.
  if (memberId === undefined) return payments.log.info({ event: id, type }, 'a note about nobody here');
  await syncMember(payments, memberId, id);
  if (type === 'customer.deleted') await forgetCustomer(payments.db, memberId, customerId);
}

async function lookAtPayment(
  payments: Payments,
  { id, type, paymentIntentId }: ProviderEvent,
  onOrderPayment: OrderListener,
): Promise<void> {
  if (paymentIntentId === null) return;
  const payment = await payments.provider.readOrderPayment(paymentIntentId);
  if (payment.orderId !== null) await onOrderPayment(payment);
  // Giving money back is a decision of people, and so is ending what it paid for (docs/decisions/0010-payments.md).
  else if (type === 'charge.refunded')
    payments.log.warn({ event: id }, 'a payment of a subscription was refunded');
}
