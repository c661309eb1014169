import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { SandboxControl } from './control.ts';
import { StripeError } from './errors.ts';
import { readBody, sendJson } from './http.ts';

const MOST_BYTES = 20_000;
const whole = z.int().min(0);
const money = z.strictObject({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  invoice: z.string().optional(),
  amount: whole.optional(),
});

interface Command {
  does: string;
  body: z.ZodType;
  run: (control: SandboxControl, body: never) => unknown;
}

function command<T extends z.ZodType>(
  does: string,
  body: T,
  run: (control: SandboxControl, body: z.infer<T>) => unknown,
): Command {
  return { does, body, run };
}

const nothing = z.undefined().or(z.strictObject({}));

/** Private, JSON in and out; the app never calls it. */
const COMMANDS: Record<string, Command> = {
  'GET /_sandbox/problems': command('What did not fit the SDK’s types; empty is good.', nothing, (control) =>
    control.problems(),
  ),
  'DELETE /_sandbox/problems': command('Forgets them.', nothing, (control) => control.clearProblems()),
  'GET /_sandbox/state': command('Everything that is stored.', nothing, (control) =>
    control.world.store.dump(),
  ),
  'POST /_sandbox/reset': command('Back to the start.', nothing, (control) => control.reset()),
  'GET /_sandbox/clock': command('The time, and what is due next.', nothing, clockOf),
  'POST /_sandbox/clock': command(
    'Moves the time on: by seconds, to a moment, or until the next renewal, attempt, end…',
    z.strictObject({
      seconds: whole.optional(),
      to: whole.optional(),
      until: z.string().optional(),
      customer: z.string().optional(),
    }),
    (control, { seconds, to, until, customer }) => {
      const steps = control.advance({
        ...(seconds === undefined ? {} : { seconds }),
        ...(to === undefined ? {} : { to }),
        ...(until === undefined ? {} : { until }),
        ...(customer === undefined ? {} : { customer }),
      });
      return { steps, ...clockOf(control) };
    },
  ),
  'POST /_sandbox/account': command(
    'How renewals are drafted and retried, and what comes after the last attempt.',
    z
      .strictObject({
        retryDays: z.array(z.int().min(1)).max(8),
        afterRetries: z.enum(['canceled', 'unpaid', 'past_due']),
        draftSeconds: whole,
        cancelIncompleteAs: z.enum(['incomplete_expired', 'canceled']),
      })
      .partial(),
    (control, settings) => control.setAccount(defined(settings)),
  ),
  'GET /_sandbox/webhooks': command('The switches, and what became of each event.', nothing, (control) => ({
    switches: control.webhooks.switches,
    deliveries: control.webhooks.deliveries(),
  })),
  'POST /_sandbox/webhooks': command(
    'How badly events travel.',
    z
      .strictObject({
        shuffle: z.boolean(),
        duplicate: z.boolean(),
        delay: whole.max(600_000),
        drop: z.array(z.string()),
        hold: z.boolean(),
        beforeAnswer: z.boolean(),
        retries: z.array(whole.max(600_000)).max(10),
      })
      .partial(),
    (control, switches) => control.setWebhooks(defined(switches)),
  ),
  'POST /_sandbox/webhooks/release': command('Sends what was held back.', nothing, (control) =>
    control.webhooks.release(),
  ),
  'POST /_sandbox/webhooks/resend': command(
    'Sends again: an event, a type, or all that did not arrive.',
    z.strictObject({ event: z.string().optional(), type: z.string().optional() }),
    (control, which) => ({ sent: control.webhooks.resend(which) }),
  ),
  'POST /_sandbox/webhooks/settle': command('Answers when nothing is on its way.', nothing, (control) =>
    control.webhooks.settled(),
  ),
  'GET /_sandbox/faults': command('What goes wrong on purpose.', nothing, (control) => control.faults.list()),
  'POST /_sandbox/faults': command(
    'Lets requests fail, get lost, hang up or wait.',
    z
      .strictObject({
        operation: z.string(),
        kind: z.enum(['error', 'lost', 'hang up', 'delay']),
        status: z.int().min(400).max(599),
        delay: whole.max(120_000),
        times: whole,
      })
      .partial(),
    (control, fault) => control.faults.add(defined(fault)),
  ),
  'DELETE /_sandbox/faults': command('No more of it.', nothing, (control) => control.faults.clear()),
  'POST /_sandbox/confirm': command(
    'Pays or saves as the browser would.',
    z.strictObject({ client_secret: z.string(), number: z.string() }),
    (control, { client_secret, number }) => control.confirm(client_secret, number),
  ),
  'POST /_sandbox/authenticate': command(
    'Ends the bank’s page.',
    z.strictObject({ client_secret: z.string(), outcome: z.enum(['succeeded', 'failed', 'canceled']) }),
    (control, { client_secret, outcome }) => control.authenticate(client_secret, outcome),
  ),
  'POST /_sandbox/card': command(
    'Another card for a subscription, without asking its bank.',
    z.strictObject({ subscription: z.string(), number: z.string() }),
    (control, { subscription, number }) => control.setCard(subscription, number),
  ),
  'POST /_sandbox/cancel': command(
    'Cancels at the provider.',
    z.strictObject({ subscription: z.string(), how: z.enum(['portal', 'period_end', 'now']) }),
    (control, { subscription, how }) => control.cancel(subscription, how),
  ),
  'POST /_sandbox/refund': command('Gives money back.', money, (control, of) => control.refund(defined(of))),
  'POST /_sandbox/dispute': command(
    'The bank asks for the money.',
    money.omit({ amount: true }),
    (control, of) => control.dispute(defined(of)),
  ),
  'POST /_sandbox/dispute/close': command(
    'The bank has decided.',
    z.strictObject({ dispute: z.string(), status: z.enum(['won', 'lost']) }),
    (control, { dispute, status }) => control.closeDispute(dispute, status),
  ),
};

export async function answerControl(
  control: SandboxControl,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url?.split('?')[0] ?? '';
  try {
    if (path === '/_sandbox' || path === '/_sandbox/') {
      return sendJson(
        response,
        200,
        Object.fromEntries(Object.entries(COMMANDS).map(([name, { does }]) => [name, does])),
      );
    }
    const found = COMMANDS[`${request.method} ${path}`];
    if (!found)
      return sendJson(response, 404, { error: { message: 'There is no such command: see /_sandbox.' } });
    const parsed = found.body.safeParse(await readJson(request));
    if (!parsed.success)
      return sendJson(response, 400, { error: { message: z.prettifyError(parsed.error) } });
    // The command's own schema has just said what it is.
    const answer = await found.run(control, parsed.data as never);
    sendJson(response, 200, answer ?? { done: true });
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    sendJson(response, error.status, { error: error.body });
  }
}

/** As JSON by name: no page of another site can send that here without being asked first. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = await readBody(request, MOST_BYTES);
  const isForeign = request.method !== 'GET' && request.headers.origin !== undefined;
  if (isForeign || (text !== '' && !request.headers['content-type']?.startsWith('application/json'))) {
    throw new StripeError(415, { type: 'invalid_request_error', message: 'Send JSON, and not from a page.' });
  }
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    throw new StripeError(400, { type: 'invalid_request_error', message: 'The body is not JSON.' });
  }
}

function clockOf(control: SandboxControl) {
  const due = control.due().slice(0, 20);
  return { now: control.now(), due: due.map(({ at, kind, subject }) => ({ at, kind, subject })) };
}

/** Without what is undefined: absent means "as it is". */
function defined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  // Filtering takes exactly the undefined members away.
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
