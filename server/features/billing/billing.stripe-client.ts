import Stripe from 'stripe';
import { Circuit } from './billing.circuit.ts';
import { ProviderAway } from './billing.problems.ts';
import { ProviderRefusal } from './billing.provider.ts';
import type { PaymentSettings } from './billing.settings.ts';
import { isAway, isOurKeys, toRefusal } from './billing.stripe-objects.ts';

/** Told about what went wrong: words and codes of the provider, never a secret or an address. */
export interface ProviderLog {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** The SDK's own are 80 seconds and, unlike its comment says, two. */
const CALL_TIMEOUT = 20_000;
const RETRIES = 2;

/** The SDK with its limits and, in front of it, a circuit; its errors come out as ours. */
export class StripeClient {
  readonly #stripe: Stripe;
  readonly #log: ProviderLog;
  readonly #circuit = new Circuit();

  constructor({ secretKey, sandbox, timeoutMilliseconds }: PaymentSettings, log: ProviderLog) {
    const base = sandbox && new URL(sandbox.apiBase);
    this.#log = log;
    this.#stripe = new Stripe(secretKey, {
      timeout: timeoutMilliseconds ?? CALL_TIMEOUT,
      maxNetworkRetries: RETRIES,
      telemetry: false,
      ...(base
        ? { host: base.hostname, port: base.port, protocol: base.protocol === 'https:' ? 'https' : 'http' }
        : {}),
    });
  }

  /**
   * @param name of what is asked, for the log
   * @throws ProviderAway, and ProviderRefusal when the provider says no
   */
  async call<Result>(name: string, work: (stripe: Stripe) => Promise<Result>): Promise<Result> {
    try {
      return await this.#circuit.run(() => work(this.#stripe), isAway);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      const { type, code, param, statusCode, requestId } = error;
      this.#log.warn(
        { call: name, type, code, param, statusCode, requestId },
        'the payment provider refused',
      );
      if (!isAway(error) && !isOurKeys(error)) throw toRefusal(error);
      // Below 500 it was turned away at the door, which no key remembers: too many questions, wrong keys of ours, or an
      // earlier question with the same key that is being worked on.
      throw new ProviderAway(statusCode !== undefined && statusCode >= 500);
    }
  }

  /** As call; undefined where there is no such thing. */
  async find<Found>(name: string, work: (stripe: Stripe) => Promise<Found>): Promise<Found | undefined> {
    try {
      return await this.call(name, work);
    } catch (error) {
      if (error instanceof ProviderRefusal && error.kind === 'missing') return undefined;
      throw error;
    }
  }

  /** @throws when the signature is wrong or too old; takes those of the future */
  constructEvent(body: Buffer, signature: string, secret: string, tolerance: number): Stripe.Event {
    return this.#stripe.webhooks.constructEvent(body, signature, secret, tolerance);
  }
}
