import { type DueStep, dueSteps } from './billing-cycle.ts';
import { addPeriods, MINUTE } from './calendar.ts';
import { invalidParameter, refused } from './errors.ts';
import type { Params } from './form.ts';
import type { TestClock } from './records.ts';
import type { World } from './world.ts';

const MOST_STEPS = 20_000;
const YEAR = 365 * 86_400;

/** Takes every step that is due up to that moment, in order of time, each at its own moment. */
export function runUntil(world: World, clock: string | null, moment: number): number {
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    const next = dueSteps(world, clock)[0];
    if (!next || next.at > moment) return steps;
    world.at(clock, next.at, next.run);
  }
  throw new Error('The clock does not come to rest: too many steps at once.');
}

/** What has become due as time passed. */
export function catchUp(world: World): void {
  runUntil(world, null, world.now());
}

/** Moves the time of everybody without a test clock. @returns how many steps were taken */
export function advanceEverybody(world: World, moment: number): number {
  const now = world.now();
  if (moment < now) throw refused(`The clock only moves forward: it is ${now} now.`, { param: 'to' });
  const steps = runUntil(world, null, moment);
  world.offset += moment - now;
  return steps;
}

/** The next step of this kind, of everybody without a test clock or one customer of theirs. */
export function nextStep(
  world: World,
  kind: string | undefined,
  customer: string | undefined,
): DueStep | undefined {
  const { subscriptions, invoices } = world.store.tables;
  return dueSteps(world, null).find((step) => {
    const subject = subscriptions.find(step.subject) ?? invoices.find(step.subject);
    return (!kind || step.kind === kind) && (!customer || subject?.customer === customer);
  });
}

/** Past the draft's hour, so that a renewal is charged or refused. */
export function momentAfterRenewal(world: World, step: DueStep): number {
  return step.at + world.account.draftSeconds + MINUTE;
}

export function createTestClock(world: World, params: Params): TestClock {
  const frozen = params.integer('frozen_time');
  if (frozen === undefined) throw invalidParameter('frozen_time', 'Missing required param: frozen_time.');
  const now = world.now();
  const clock: TestClock = {
    id: world.store.newId('clock'),
    object: 'test_helpers.test_clock',
    created: now,
    deletes_after: now + 30 * 86_400,
    frozen_time: frozen,
    livemode: false,
    name: params.text('name') || null,
    status: 'ready',
    status_details: {},
  };
  world.store.tables.testClocks.add(clock);
  world.emit('test_helpers.test_clock.created', clock);
  return clock;
}

/** `testClocks.advance`: the clock answers that it is advancing, and is ready a moment later. */
export function advanceTestClock(world: World, clock: TestClock, params: Params): TestClock {
  const target = params.integer('frozen_time');
  if (target === undefined) throw invalidParameter('frozen_time', 'Missing required param: frozen_time.');
  if (clock.status !== 'ready') throw refused('The test clock is advancing already.');
  if (target <= clock.frozen_time) throw refused('The test clock can only be advanced to a later time.');
  if (target > furthest(world, clock)) {
    throw refused('The test clock can be advanced by at most two intervals of its shortest subscription.', {
      param: 'frozen_time',
    });
  }
  clock.status = 'advancing';
  clock.status_details = { advancing: { target_frozen_time: target } };
  world.emit('test_helpers.test_clock.advancing', clock);
  const answer = structuredClone(clock);
  setTimeout(() => finishAdvance(world, clock, target), 20);
  return answer;
}

function finishAdvance(world: World, clock: TestClock, target: number): void {
  runUntil(world, clock.id, target);
  clock.frozen_time = target;
  clock.status = 'ready';
  clock.status_details = {};
  world.emit('test_helpers.test_clock.ready', clock);
}

function furthest(world: World, clock: TestClock): number {
  const live = world.store.tables.subscriptions.where((found) => found.test_clock === clock.id);
  const ends = live.flatMap(({ items }) =>
    items.data.flatMap(({ price }) =>
      price.recurring ? [addPeriods(clock.frozen_time, price.recurring, 2)] : [],
    ),
  );
  return ends.length > 0 ? Math.min(...ends) : clock.frozen_time + 2 * YEAR;
}

/** The clock and the customers on it are gone. */
export function deleteTestClock(
  world: World,
  clock: TestClock,
): { id: string; object: 'test_helpers.test_clock'; deleted: true } {
  const { customers, subscriptions, testClocks } = world.store.tables;
  for (const { id } of subscriptions.where((found) => found.test_clock === clock.id))
    subscriptions.remove(id);
  for (const { id } of customers.where((found) => found.test_clock === clock.id)) customers.remove(id);
  world.emit('test_helpers.test_clock.deleted', clock);
  testClocks.remove(clock.id);
  return { id: clock.id, object: 'test_helpers.test_clock', deleted: true };
}
