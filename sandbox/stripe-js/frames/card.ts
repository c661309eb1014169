import type { FrameSettings, IntentResult, Question, StripeError } from '../messages.ts';
import { confirmIntent, readIntent } from './calls.ts';
import { CardForm } from './card-form.ts';
import { putOn, watchHeight } from './look.ts';
import { listen, tell } from './parent.ts';

/** Stripe.js refuses a form for an intent that is finished (since clover). */
const FINISHED = ['succeeded', 'canceled', 'processing', 'requires_capture'];

const form = new CardForm();
let settings: FrameSettings | undefined;

listen({
  onSettings(next) {
    const isFirst = settings === undefined;
    settings = next;
    putOn(next.appearance);
    form.setReadOnly(next.isReadOnly);
    if (isFirst) void load(next);
  },
  onQuestion: answer,
  onWish(wish) {
    if (wish === 'focus') form.focus();
    else if (wish === 'clear') form.clear();
    else if (wish === 'blur' && document.activeElement instanceof HTMLElement) document.activeElement.blur();
  },
});
watchHeight((pixels) => tell({ kind: 'height', pixels }));

async function load({ key, clientSecret }: FrameSettings): Promise<void> {
  const { intent, error } = await readIntent({ key, clientSecret });
  const problem = error ?? finished(intent.object, intent.status);
  if (!problem) {
    form.show();
    return tell({ kind: 'ready' });
  }
  form.showProblem(problem.message);
  tell({ kind: 'loaderror', error: problem });
}

function finished(object: unknown, status: unknown): StripeError | undefined {
  if (!FINISHED.includes(String(status))) return undefined;
  return {
    type: 'invalid_request_error',
    code: `${String(object)}_unexpected_state`,
    message: `This ${String(object)} is in a terminal state (${String(status)}) and cannot be used for a payment form.`,
  };
}

async function answer(question: Question): Promise<Partial<IntentResult>> {
  if (!settings) return { error: { type: 'api_error', message: 'The form has not been set up.' } };
  const { key } = settings;
  if (question.ask === 'read') return await readIntent({ key, clientSecret: question.clientSecret });
  const { card, error } = form.check();
  if (!card) return { error };
  if (question.ask === 'validate') return {};
  form.setBusy(true);
  const result = await confirmIntent({ key, clientSecret: question.clientSecret }, card);
  form.setBusy(false);
  return result;
}
