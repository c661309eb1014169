import type { FrameRequest, FrameSettings, IntentResult, StripeError } from '../messages.ts';
import { CardForm } from './card-form.ts';
import { callSandbox, listen, send } from './talk.ts';

/** Stripe.js refuses a form for an intent that is finished (since clover). */
const FINISHED = ['succeeded', 'canceled', 'processing', 'requires_capture'];

const form = new CardForm(() => send({ kind: 'submit' }));
let settings: FrameSettings | undefined;

listen({
  onSettings(next) {
    const isFirst = settings === undefined;
    settings = next;
    form.set({ isReadOnly: next.isReadOnly });
    if (isFirst) void load(next);
  },
  onRequest: handleRequest,
});
// The page makes the frame as high as its content: frames cannot do that themselves.
new ResizeObserver(([content]) => {
  const pixels = Math.ceil(content?.target.getBoundingClientRect().height ?? 0);
  send({ kind: 'height', pixels });
}).observe(document.querySelector('#content') ?? document.body);

async function load({ key, clientSecret }: FrameSettings): Promise<void> {
  const { intent, error } = await callSandbox({ ask: 'read', key, clientSecret });
  const problem = error ?? finished(String(intent.status));
  if (!problem) {
    form.show();
    return send({ kind: 'ready' });
  }
  form.showProblem(problem.message);
  send({ kind: 'loaderror', error: problem });
}

function finished(status: string): StripeError | undefined {
  if (!FINISHED.includes(status)) return undefined;
  return {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `This payment_intent is in a terminal state (${status}) and cannot be used for a payment form.`,
  };
}

async function handleRequest(request: FrameRequest): Promise<Partial<IntentResult>> {
  if (!settings) return { error: { type: 'api_error', message: 'The form has not been set up.' } };
  const { key, clientSecret } = settings;
  const { card, error } = form.check();
  if (!card) return { error };
  if (request.ask === 'validate') return {};
  form.set({ isBusy: true });
  const result = await callSandbox({ ask: 'confirm', key, clientSecret, card });
  form.set({ isBusy: false });
  return result;
}
