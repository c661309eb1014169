import { createHmac } from 'node:crypto';
import type { Account } from './account.ts';
import type { StripeEvent, WebhookEndpoint } from './records.ts';

/** How unreliably events are delivered. */
export interface WebhookSwitches {
  shuffle: boolean;
  duplicate: boolean;
  /** Types that are never sent by themselves; `*` is all. */
  drop: string[];
  /** Keeps everything until `release`. */
  hold: boolean;
  /** Sends before the API's response, and waits a second at most for the receiver. */
  beforeResponse: boolean;
  /** Milliseconds from one failed attempt to the next; none, no further one by itself. */
  retries: number[];
}

const WEBHOOK_SWITCHES: WebhookSwitches = {
  shuffle: true,
  duplicate: true,
  drop: [],
  hold: false,
  beforeResponse: false,
  retries: [1000, 5000, 25_000],
};

/** Where events go, and which: exact names, or `*`. */
type Endpoint = Pick<WebhookEndpoint, 'url' | 'enabled_events'>;

/** An event on its way to one endpoint, and what became of it. */
interface Delivery {
  event: StripeEvent;
  url: string;
  attempts: number;
  hasArrived: boolean;
  /** Dropped, or failed: `resend` sends it. */
  isDue: boolean;
}

/** Events of one call are sent together, so that there is something to shuffle. Milliseconds. */
const GATHERED_FOR = 8;
const MAX_DELIVERIES = 2000;
const SENT_AT_ONCE = 4;
const RESPONSE_TIMEOUT = 20_000;

/** Sends events as Stripe does, and as badly as the switches say. */
export class WebhookSender {
  switches: WebhookSwitches = { ...WEBHOOK_SWITCHES };
  readonly #account: Account;
  readonly #own: Endpoint;
  #waiting: Delivery[] = [];
  /** For `resend`, oldest first. */
  readonly #deliveries = new Set<Delivery>();
  #timer: NodeJS.Timeout | undefined;
  readonly #sending = new Set<Promise<void>>();
  #isClosed = false;

  /** @param ownUrl of the app the sandbox was started for, which gets everything until setup made its endpoint */
  constructor(account: Account, ownUrl: string) {
    this.#account = account;
    this.#own = { url: ownUrl, enabled_events: ['*'] };
  }

  send(event: StripeEvent): void {
    const { duplicate, drop } = this.switches;
    const isDropped = drop.includes('*') || drop.includes(event.type);
    const made = this.#account.tables.webhookEndpoints.all();
    const isOwnMade = made.some(({ url }) => url === this.#own.url);
    for (const { url, enabled_events: wanted } of isOwnMade ? made : [this.#own, ...made]) {
      if (!wanted.includes('*') && !wanted.includes(event.type)) continue;
      const delivery: Delivery = { event, url, attempts: 0, hasArrived: false, isDue: isDropped };
      this.#deliveries.add(delivery);
      const [oldest] = this.#deliveries;
      if (oldest && this.#deliveries.size > MAX_DELIVERIES) this.#deliveries.delete(oldest);
      if (!isDropped) this.#waiting.push(delivery, ...(duplicate ? [delivery] : []));
    }
    if (this.#waiting.length > 0) this.#schedule(GATHERED_FOR);
  }

  /** Sends what was held back. */
  release(): void {
    this.switches.hold = false;
    this.#schedule(0);
  }

  /** Sends again: one type, or all that did not arrive. @returns how many */
  resend({ type }: { type?: string | undefined }): number {
    const again = [...this.#deliveries].filter(({ event, isDue }) =>
      type === undefined ? isDue : event.type === type,
    );
    this.#waiting.push(...again);
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

  /** For a response that comes after its events. */
  async sendBeforeResponse(): Promise<void> {
    if (!this.switches.beforeResponse || this.switches.hold) return;
    this.#sendWaiting();
    await this.#sentWithin(1000);
  }

  clear(): void {
    this.switches = { ...WEBHOOK_SWITCHES };
    this.#waiting = [];
    this.#deliveries.clear();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.clear();
    await this.#sentWithin(500);
  }

  async #sentWithin(milliseconds: number): Promise<void> {
    const tooLong = new Promise((done) => setTimeout(done, milliseconds).unref());
    await Promise.race([Promise.allSettled(this.#sending), tooLong]);
  }

  #schedule(delay: number): void {
    if (this.#isClosed || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#sendWaiting();
    }, delay);
  }

  #sendWaiting(): void {
    const { hold, shuffle } = this.switches;
    if (hold || this.#waiting.length === 0) return;
    const queue = (shuffle ? shuffled(this.#waiting) : this.#waiting).values();
    this.#waiting = [];
    // In order means one after another, including those sent earlier.
    const before = shuffle ? undefined : Promise.allSettled(this.#sending);
    const workers = Array.from({ length: shuffle ? SENT_AT_ONCE : 1 }, async () => {
      await before;
      for (const delivery of queue) await this.#deliver(delivery);
    });
    const sending = Promise.all(workers).then(() => {
      this.#sending.delete(sending);
    });
    this.#sending.add(sending);
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const body = JSON.stringify(delivery.event, null, 2);
    if (this.#isClosed) return;
    delivery.attempts += 1;
    const hasArrived = await fetch(delivery.url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature(body, this.#account.webhookSecret),
        'user-agent': 'Stripe/1.0 (sandbox)',
      },
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT),
    }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.ok;
      },
      () => false,
    );
    delivery.hasArrived ||= hasArrived;
    delivery.isDue = !delivery.hasArrived;
    if (delivery.isDue) this.#retry(delivery);
  }

  #retry(delivery: Delivery): void {
    const wait = this.switches.retries[delivery.attempts - 1];
    if (wait === undefined) return;
    const retry = () => {
      // Forgotten in the meantime.
      if (!this.#deliveries.has(delivery)) return;
      this.#waiting.push(delivery);
      this.#schedule(0);
    };
    setTimeout(retry, wait).unref();
  }
}

/** With the real time, whatever the sandbox's clock says: receivers compare with their own. */
export function signature(body: string, secret: string, at = Math.floor(Date.now() / 1000)): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

function shuffled<T>(entries: readonly T[]): T[] {
  const keyed = entries.map((entry) => ({ entry, key: Math.random() }));
  return keyed.sort((one, other) => one.key - other.key).map(({ entry }) => entry);
}
