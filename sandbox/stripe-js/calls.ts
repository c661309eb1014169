import { z } from 'zod';
import type { BrowserPayments } from '../stripe/browser-payments.ts';
import type { IntentResult } from './messages.ts';

const access = { key: z.string(), clientSecret: z.string() };

/** What a frame asks, by the last part of the address; from a browser, so nothing of it is trusted. */
const callSchema = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('read'), ...access }),
  z.object({
    ask: z.literal('confirm'),
    ...access,
    card: z.object({
      number: z.string().regex(/^\d{12,19}$/),
      expMonth: z.int().min(1).max(12),
      expYear: z.int().min(2000).max(2100),
      cvc: z.string().regex(/^\d{3,4}$/),
    }),
  }),
  z.object({
    ask: z.literal('authenticate'),
    ...access,
    outcome: z.enum(['succeeded', 'failed', 'canceled']),
  }),
]);

export type Call = z.infer<typeof callSchema>;

export function runCall(payments: BrowserPayments, ask: string, body: unknown): IntentResult {
  const { data: call, error } = callSchema.safeParse({ ...Object(body), ask });
  if (!call) return badRequest(`Invalid ${error.issues[0]?.path.join('.')}.`);
  if (call.key !== payments.publishableKey) return badRequest('Invalid API Key provided.');
  const { clientSecret } = call;
  if (call.ask === 'confirm') return payments.confirmIntent(clientSecret, call.card);
  if (call.ask === 'authenticate') return payments.completeAuthentication(clientSecret, call.outcome);
  return payments.readIntent(clientSecret);
}

function badRequest(message: string): IntentResult {
  return { error: { type: 'invalid_request_error', message } };
}
