import type { Metadata, SentEvent } from './records.ts';
import { Store } from './store.ts';

/** The version of the API this is a model of: the one the installed SDK pins. */
export const API_VERSION = '2026-10-28.endive';

/** What is an account's setting at Stripe. */
export interface AccountSettings {
  /** Days from one failed attempt at a renewal to the next. */
  retryDays: number[];
  /** What becomes of a subscription when the last attempt has failed. */
  afterRetries: 'canceled' | 'unpaid' | 'past_due';
  /** How long a renewal's invoice stays a draft, seconds. */
  draftSeconds: number;
  /** Nobody could say for certain what Stripe makes of an incomplete subscription that is cancelled. */
  cancelIncompleteAs: 'incomplete_expired' | 'canceled';
}

export const ACCOUNT_SETTINGS: AccountSettings = {
  retryDays: [3, 5, 7],
  afterRetries: 'canceled',
  draftSeconds: 3600,
  cancelIncompleteAs: 'incomplete_expired',
};

/** The request that caused an event. */
interface Cause {
  id: string | null;
  idempotency_key: string | null;
}

const NOBODY: Cause = { id: null, idempotency_key: null };

/** The store, its time, and what is told to whoever listens. */
export class World {
  readonly store: Store;
  /** Where the sandbox is; no slash at the end. */
  readonly origin: string;
  account: AccountSettings = { ...ACCOUNT_SETTINGS };
  /** Set while a request is being worked on. */
  cause: Cause = NOBODY;
  /** Seconds the sandbox is ahead of the real time. */
  offset = 0;
  readonly #listeners: ((event: SentEvent) => void)[] = [];
  /** While due work runs, each step has its own moment. By test clock; '' for everybody without one. */
  readonly #moments = new Map<string, number>();

  constructor(options: { origin: string; seed: string | undefined }) {
    this.store = new Store(options.seed);
    this.origin = options.origin;
  }

  /** Unix seconds, for a customer with this test clock or none. */
  now(clock: string | null = null): number {
    const moment = this.#moments.get(clock ?? '');
    if (moment !== undefined) return moment;
    const frozen = this.store.tables.testClocks.find(clock)?.frozen_time;
    return frozen ?? Math.floor(Date.now() / 1000) + this.offset;
  }

  /** Unix seconds for this customer; everybody's time for nobody. */
  nowFor(customerId: string | null): number {
    return this.now(this.store.tables.customers.find(customerId)?.test_clock ?? null);
  }

  /** Runs a step as if it were that moment. */
  at(clock: string | null, moment: number, step: () => void): void {
    this.#moments.set(clock ?? '', moment);
    try {
      step();
    } finally {
      this.#moments.delete(clock ?? '');
    }
  }

  onEvent(listener: (event: SentEvent) => void): void {
    this.#listeners.push(listener);
  }

  /** Notes an event with the object as it is now, and tells it. */
  emit(type: string, object: EventObject, previous?: Record<string, unknown>): void {
    const event: SentEvent = {
      id: this.store.newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: this.nowFor(customerOf(object)),
      data: {
        object: structuredClone(object) as unknown as Record<string, unknown>,
        ...(previous ? { previous_attributes: previous } : {}),
      },
      livemode: false,
      pending_webhooks: 1,
      request: { ...this.cause },
      type,
    };
    this.store.addEvent(event);
    for (const listener of this.#listeners) listener(event);
  }

  /** Changes an object and tells what it was before, unless nothing changed. @returns whether something did */
  change<T extends EventObject>(object: T, type: string, mutate: (object: T) => void): boolean {
    const before = structuredClone(object);
    mutate(object);
    const previous = differences(before, object);
    if (Object.keys(previous).length === 0) return false;
    this.emit(type, object, previous);
    return true;
  }
}

interface EventObject {
  id: string;
  object: string;
  metadata?: Metadata | null;
  customer?: unknown;
}

/** The customer an object is about, whose clock it follows. */
function customerOf(object: EventObject): string | null {
  if (object.object === 'customer') return object.id;
  return typeof object.customer === 'string' ? object.customer : null;
}

/** Top-level members that are not what they were, with what they were. */
function differences(before: object, after: object): Record<string, unknown> {
  const now: Record<string, unknown> = { ...after };
  return Object.fromEntries(
    Object.entries(before).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(now[name])),
  );
}
