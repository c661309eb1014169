import { createHmac } from 'node:crypto';
import type { Problems } from './problems.ts';
import type { SentEvent } from './records.ts';
import type { World } from './world.ts';

/** How badly events travel. */
export interface WebhookSwitches {
  shuffle: boolean;
  duplicate: boolean;
  /** Waits that long before sending, milliseconds. */
  delay: number;
  /** Types that are never sent by themselves; `*` is all. */
  drop: string[];
  /** Keeps everything until `release`. */
  hold: boolean;
  /** Sends before the API's answer, and waits a second at most for the receiver. */
  beforeAnswer: boolean;
  /** Milliseconds from one failed attempt to the next; none, no further one by itself. */
  retries: number[];
}

export const WEBHOOK_SWITCHES: WebhookSwitches = {
  shuffle: true,
  duplicate: true,
  delay: 0,
  drop: [],
  hold: false,
  beforeAnswer: false,
  retries: [1000, 5000, 25_000],
};

/** What became of an event at an endpoint. */
export interface Delivery {
  event: string;
  type: string;
  url: string;
  attempts: number;
  /** HTTP status of the last attempt; 0 when nobody answered. */
  status: number | null;
  state: 'waiting' | 'delivered' | 'failed' | 'dropped';
}

const MOST_DELIVERIES = 2000;
const MOST_WAITING = 5000;
const GATHERED_FOR = 8;
const SENT_AT_ONCE = 4;
const PATIENCE = 20_000;

interface Letter {
  event: SentEvent;
  url: string;
  secret: string;
  delivery: Delivery;
}

/** Sends events as Stripe does, and as badly as it is told to. */
export class WebhookSender {
  switches: WebhookSwitches = { ...WEBHOOK_SWITCHES };
  readonly #world: World;
  readonly #main: { url: string; secret: string };
  readonly #problems: Problems;
  #waiting: Letter[] = [];
  #deliveries: Delivery[] = [];
  #timer: NodeJS.Timeout | undefined;
  readonly #retries = new Set<NodeJS.Timeout>();
  readonly #sending = new Set<Promise<void>>();
  #isClosed = false;

  constructor(world: World, options: { url: string; secret: string; problems: Problems }) {
    this.#world = world;
    this.#main = { url: options.url, secret: options.secret };
    this.#problems = options.problems;
    world.onEvent((event) => this.#queue(event));
  }

  deliveries(): readonly Delivery[] {
    return this.#deliveries;
  }

  /** Sends what was held back. */
  release(): void {
    this.switches.hold = false;
    this.#schedule(0);
  }

  /** Sends again: one event, one type, or all that did not arrive. @returns how many */
  resend(which: { event?: string | undefined; type?: string | undefined }): number {
    const { events } = this.#world.store.tables;
    const again = this.#deliveries.filter(
      ({ event, type, state }) =>
        (which.event === undefined || which.event === event) &&
        (which.type === undefined || which.type === type) &&
        (which.event !== undefined || which.type !== undefined || state === 'dropped' || state === 'failed'),
    );
    for (const delivery of again) {
      const event = events.find(delivery.event);
      const secret = this.#secretOf(delivery.url);
      if (event && secret) this.#waiting.push({ event, url: delivery.url, secret, delivery });
    }
    this.#schedule(0);
    return again.length;
  }

  /** Until nothing is on its way. What is held back, dropped or waits for another attempt does not count. */
  async settled(): Promise<void> {
    while (this.#sending.size > 0 || (this.#timer !== undefined && !this.switches.hold)) {
      await Promise.allSettled(this.#sending);
      await new Promise((done) => setTimeout(done, GATHERED_FOR));
    }
  }

  /** For an answer that comes after its events. */
  async sendBeforeAnswer(): Promise<void> {
    if (!this.switches.beforeAnswer || this.switches.hold) return;
    this.#send();
    await Promise.race([
      Promise.allSettled(this.#sending),
      new Promise((done) => setTimeout(done, 1000).unref()),
    ]);
  }

  clear(): void {
    this.#waiting = [];
    this.#deliveries = [];
    for (const retry of this.#retries) clearTimeout(retry);
    this.#retries.clear();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.clear();
    await Promise.race([
      Promise.allSettled(this.#sending),
      new Promise((done) => setTimeout(done, 500).unref()),
    ]);
  }

  #queue(event: SentEvent): void {
    this.#problems.checkEvent(event);
    const { duplicate, drop, delay } = this.switches;
    for (const { url, secret, events } of this.#endpoints()) {
      if (!events.includes('*') && !events.includes(event.type)) continue;
      const isDropped = drop.includes('*') || drop.includes(event.type);
      const delivery: Delivery = {
        event: event.id,
        type: event.type,
        url,
        attempts: 0,
        status: null,
        state: isDropped ? 'dropped' : 'waiting',
      };
      this.#deliveries.push(delivery);
      if (isDropped) continue;
      const letter = { event, url, secret, delivery };
      this.#waiting.push(letter, ...(duplicate ? [letter] : []));
    }
    if (this.#deliveries.length > MOST_DELIVERIES) this.#deliveries.splice(0, 500);
    if (this.#waiting.length > MOST_WAITING) this.#waiting.splice(0, this.#waiting.length - MOST_WAITING);
    this.#schedule(Math.max(delay, GATHERED_FOR));
  }

  #endpoints(): { url: string; secret: string; events: string[] }[] {
    const { webhookEndpoints } = this.#world.store.tables;
    const others = webhookEndpoints.all().map(({ id, url, enabled_events }) => ({
      url,
      secret: this.#world.store.hidden.endpointSecrets[id] ?? '',
      events: enabled_events,
    }));
    return [{ ...this.#main, events: ['*'] }, ...others];
  }

  #secretOf(url: string): string | undefined {
    return this.#endpoints().find((endpoint) => endpoint.url === url)?.secret;
  }

  #schedule(delay: number): void {
    if (this.#isClosed || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#send();
    }, delay);
  }

  #send(): void {
    if (this.switches.hold || this.#waiting.length === 0) return;
    const letters = this.switches.shuffle ? shuffled(this.#waiting) : this.#waiting;
    this.#waiting = [];
    const { shuffle } = this.switches;
    // In order means one after another, those of before included.
    const before = shuffle ? undefined : Promise.allSettled(this.#sending);
    const queue = letters.values();
    const workers = Array.from({ length: shuffle ? SENT_AT_ONCE : 1 }, async () => {
      await before;
      for (const letter of queue) await this.#deliver(letter);
    });
    const sending = Promise.all(workers).then(() => {
      this.#sending.delete(sending);
    });
    this.#sending.add(sending);
  }

  async #deliver({ event, url, secret, delivery }: Letter): Promise<void> {
    if (this.#isClosed) return;
    delivery.attempts += 1;
    const body = JSON.stringify(event, null, 2);
    delivery.status = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature(body, secret),
        'user-agent': 'Stripe/1.0 (sandbox)',
      },
      signal: AbortSignal.timeout(PATIENCE),
    }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    if (delivery.status >= 200 && delivery.status < 300) delivery.state = 'delivered';
    else this.#retry({ event, url, secret, delivery });
  }

  #retry(letter: Letter): void {
    if (letter.delivery.state === 'delivered') return;
    letter.delivery.state = 'failed';
    const wait = this.switches.retries[letter.delivery.attempts - 1];
    if (wait === undefined || this.#isClosed) return;
    const retry = setTimeout(() => {
      this.#retries.delete(retry);
      this.#waiting.push(letter);
      this.#schedule(0);
    }, wait);
    retry.unref();
    this.#retries.add(retry);
  }
}

/** With the real time, whatever time the sandbox is at: receivers compare with their own clock. */
export function signature(body: string, secret: string, at = Math.floor(Date.now() / 1000)): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

function shuffled<T>(letters: readonly T[]): T[] {
  const mixed = [...letters];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other] as T, mixed[last] as T];
  }
  return mixed;
}
