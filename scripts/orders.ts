// `npm run orders -- list|show|start|deliver`: fulfillment of paid orders: at a shell what /admin/orders does in the browser.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ConfigError } from '#server/config.ts';
import { CLI_ACTOR } from '#server/core/audit/staff-transaction.ts';
import type { Db } from '#server/core/database/pool.ts';
import { logSecurityEvent, STANDARD_ERROR } from '#server/core/logging/security-events.ts';
import { problemText } from '#server/features/library/library.problems.ts';
import { readDelivery, type WrittenPrompt } from '#server/features/orders/orders.delivery.ts';
import {
  deliverOrder,
  FulfillmentError,
  listWaiting,
  startOrder,
} from '#server/features/orders/orders.fulfillment.ts';
import { findOrderToFulfill, type OrderRow } from '#server/features/orders/orders.queries.ts';
import { withDatabase } from './with-database.ts';

const USAGE = `Usage: npm run orders -- COMMAND

  list                      paid orders that wait for work, the longest waiting first
  show ORDER                its brief, what was asked to be changed, what was delivered
  start ORDER               shows the buyer that work has started
  deliver ORDER FILE.md [--note TEXT]
                            delivers a prompt to its buyer, and to nobody else. The file is written like those in
                            content/: front matter (title and variables), then the text. These are delivered, and no
                            other field; the note is shown to the buyer. A corrected file may follow until the buyer
                            accepts.

The app may run meanwhile. In the browser the same is done at /admin/orders.

Exit codes: 0 done, 1 the order or the file does not allow it, 2 wrong usage.`;

class UsageError extends Error {}

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  try {
    const work = readCommand(args);
    if (work === undefined) console.log(USAGE);
    else await withDatabase({ isReadOnly: false }, (_pool, db) => work(db));
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    if (error instanceof UsageError) console.error(`\n${USAGE}`);
    return error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
  }
}

/** @returns undefined when help was asked for */
function readCommand(args: string[]): ((db: Db) => Promise<void>) | undefined {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  const [command, order = '', file = '', ...more] = positionals;
  const named = { list: 0, show: 1, start: 1, deliver: 2 }[command ?? ''];
  if (named === undefined) throw new UsageError(`There is no command "${command ?? ''}".`);
  const argumentCount = [order, file, ...more].filter((word) => word !== '').length;
  if (argumentCount !== named) throw new UsageError(`${command} takes ${named} names, not ${argumentCount}.`);
  if (values.note !== undefined && command !== 'deliver') throw new UsageError('Only deliver takes a note.');
  if (command === 'list') return list;
  if (command === 'show') return (db) => show(db, order);
  if (command === 'start') return (db) => start(db, order);
  return (db) => deliver(db, order, file, values.note?.trim() || null);
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { note: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function list(db: Db): Promise<void> {
  const rows = await listWaiting(db);
  for (const { id, state, paidAt, createdAt, email, goal, isDisputed } of rows) {
    const stateText = isDisputed ? `${state}, disputed` : state;
    console.log(
      `${id}  ${stateText.padEnd(10)}  ${(paidAt ?? createdAt).toISOString().slice(0, 16)}  ${email}  ${goal}`,
    );
  }
  console.log(rows.length === 1 ? '1 order waits.' : `${rows.length} orders wait.`);
}

async function show(db: Db, id: string): Promise<void> {
  const order = await findOrderToFulfill(db, id);
  if (order === undefined) throw new FulfillmentError(`There is no order ${id}.`);
  console.log(describe(order));
}

function describe(order: OrderRow): string {
  const { id, state, isDisputed, promptTitle, goal, context, result, model, paidAt } = order;
  const sections = [
    `Order ${id}: ${state}${isDisputed ? ', payment disputed' : ''}, paid ${paidAt?.toISOString() ?? 'not yet'}`,
    ...(promptTitle === null ? [] : [`Ordered from: ${promptTitle}`]),
    `Goal: ${goal}`,
    `Assistant: ${model ?? 'any'}`,
    `The situation:\n${context}`,
    `A good result:\n${result}`,
    ...order.deliveries.map(
      ({ deliveredAt, title, note }) =>
        `Delivered ${deliveredAt}: ${title}${note === null ? '' : `\nNote: ${note}`}`,
    ),
    ...order.revisions.map(({ at, text }) => `Changes requested, ${at}:\n${text}`),
  ];
  return sections.join('\n\n');
}

async function start(db: Db, id: string): Promise<void> {
  await startOrder(db, CLI_ACTOR, id);
  await record(db, id, 'start order');
  console.log(`Order ${id} is in progress.`);
}

async function deliver(db: Db, id: string, file: string, note: string | null): Promise<void> {
  const { title, content, variables } = await readPrompt(file);
  const isNew = await deliverOrder(db, CLI_ACTOR, id, { title, content, variables, note });
  if (isNew) await record(db, id, 'deliver order');
  console.log(isNew ? `"${title}" is delivered.` : `"${title}" was delivered already; nothing changed.`);
}

/** What was done for whom, on standard error, where the app's own security events of commands are. */
async function record(db: Db, order: string, act: string): Promise<void> {
  const memberId = (await findOrderToFulfill(db, order))?.memberId ?? null;
  logSecurityEvent(STANDARD_ERROR, 'staff act', { memberId, act, order });
}

async function readPrompt(file: string): Promise<WrittenPrompt> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(`${file} is not a file that can be read.`);
  });
  const prompt = readDelivery(text);
  if (!('problems' in prompt)) return prompt;
  throw new FulfillmentError(
    prompt.problems.map(({ line, message }) => problemText({ file, line, message })).join('\n'),
  );
}
