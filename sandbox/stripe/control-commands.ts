import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { pathOf, readBody, sendJson } from '../http.ts';
import { clockMove, paymentReference, refundOf, type SandboxControl } from './control.ts';
import { StripeError } from './errors.ts';

const MAX_BYTES = 20_000;

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
const whole = z.int().min(0);

/** Private, JSON in and out; the app never calls it. */
const COMMANDS: Record<string, Command> = {
  'GET /_sandbox/problems': command(
    'What was asked and is not modelled; empty is good.',
    nothing,
    (control) => control.problems(),
  ),
  'GET /_sandbox/state': command('Everything that is stored.', nothing, (control) => control.state()),
  'POST /_sandbox/clock': command(
    'Moves the time: by seconds, to a time, or until the next renewal, attempt, end…',
    clockMove,
    (control, move) => ({ steps: control.advance(move), now: control.now() }),
  ),
  'POST /_sandbox/webhooks': command(
    'How unreliably events are delivered.',
    z.strictObject({ drop: z.array(z.string()) }),
    (control, switches) => control.setWebhooks(switches),
  ),
  'POST /_sandbox/webhooks/settle': command('Answers when no event is on its way.', nothing, (control) =>
    control.webhooks.settled(),
  ),
  'POST /_sandbox/faults': command(
    'Lets the next requests fail, get lost, hang up or wait.',
    z.strictObject({
      operation: z.string().default('*'),
      kind: z.enum(['error', 'lost', 'hang up', 'delay']).default('error'),
      status: z.int().min(400).max(599).default(500),
      delay: whole.max(120_000).default(0),
      times: z.int().min(1),
    }),
    (control, fault) => control.faults.add(fault),
  ),
  'POST /_sandbox/card': command(
    'Another card for a subscription, without asking its bank.',
    z.strictObject({ subscription: z.string(), number: z.string() }),
    (control, { subscription, number }) => control.setCard(subscription, number),
  ),
  'POST /_sandbox/metadata': command(
    'Sets metadata of a subscription, as its seller may in the Dashboard.',
    z.strictObject({ subscription: z.string(), metadata: z.record(z.string(), z.string()) }),
    (control, { subscription, metadata }) => control.setMetadata(subscription, metadata),
  ),
  'POST /_sandbox/cancel': command(
    'Cancels at the provider.',
    z.strictObject({ subscription: z.string(), how: z.enum(['portal', 'now']) }),
    (control, { subscription, how }) => control.cancel(subscription, how),
  ),
  'POST /_sandbox/refund': command('Refunds a payment.', refundOf, (control, of) => control.refund(of)),
  'POST /_sandbox/dispute': command('The bank asks for the money.', paymentReference, (control, of) =>
    control.dispute(of),
  ),
  'POST /_sandbox/dispute/close': command(
    'The bank has decided.',
    z.strictObject({ dispute: z.string(), status: z.enum(['won', 'lost']) }),
    (control, { dispute, status }) => control.closeDispute(dispute, status),
  ),
};

export async function handleCommand(
  control: SandboxControl,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = pathOf(request);
  try {
    if (path === '/_sandbox' || path === '/_sandbox/') {
      const list = Object.entries(COMMANDS).map(([name, { does }]) => [name, does]);
      return sendJson(response, 200, Object.fromEntries(list));
    }
    const found = COMMANDS[`${request.method} ${path}`];
    if (!found) throw failure(404, 'There is no such command: see /_sandbox.');
    const parsed = found.body.safeParse(await readJson(request));
    if (!parsed.success) throw failure(400, z.prettifyError(parsed.error));
    // The command's own schema has just said what it is.
    const result = await found.run(control, parsed.data as never);
    sendJson(response, 200, result ?? { done: true });
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    sendJson(response, error.status, { error: error.body });
  }
}

/** As JSON by name: no page of another site can send that here without being asked first. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = await readBody(request, MAX_BYTES);
  const isForeign = request.method !== 'GET' && request.headers.origin !== undefined;
  if (isForeign || (text !== '' && !request.headers['content-type']?.startsWith('application/json'))) {
    throw failure(415, 'Send JSON, and not from a page.');
  }
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    throw failure(400, 'The body is not JSON.');
  }
}

function failure(status: number, message: string): StripeError {
  return new StripeError(status, { type: 'invalid_request_error', message });
}
