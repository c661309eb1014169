import Stripe from 'stripe';
import { CircuitBreaker } from './provider.circuit-breaker.ts';
import { currentDeadline, rejectAtDeadline, withDeadline } from './provider.deadline.ts';
import { ProviderUnavailableError, undefinedIfMissing } from './provider.errors.ts';
import { isOutage, isTemporary, isWrongKey, toProviderError } from './provider.objects.ts';
import { PAYMENT_LIMITS, type PaymentSettings } from './provider.settings.ts';

/** Gets messages and codes of the provider, never a secret or an e-mail address. */
export interface ProviderLog {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** Is told which calls the provider refuses for our key, and which work, for the first time or again. */
export interface ApiKeyMonitor {
  refused(call: string, code: string): void;
  accepted(call: string): void;
}

/** Of one kind, read page by page; the most the SDK allows. */
export const MAX_LISTED = 10_000;

/** After the first attempt. What the SDK's documentation says of its default is out of date. */
const RETRIES = 2;

/** The SDK with time limits and a circuit breaker; its errors become ProviderRequestError and ProviderUnavailableError. */
export class ProviderClient {
  readonly #stripe: Stripe;
  readonly #log: ProviderLog;
  readonly #breaker = new CircuitBreaker(isOutage);
  readonly #limits: { request: number; operation: number };
  readonly #watch: ApiKeyMonitor;
  /** Names of calls whose refusals, if there were any, are over. Those of an earlier process are not known here. */
  readonly #accepted = new Set<string>();

  constructor(
    { secretKey, sandbox, limits }: Pick<PaymentSettings, 'secretKey' | 'sandbox' | 'limits'>,
    log: ProviderLog,
    watch: ApiKeyMonitor,
  ) {
    this.#watch = watch;
    const base = sandbox && new URL(sandbox.apiBase);
    this.#log = log;
    this.#limits = { ...PAYMENT_LIMITS, ...limits };
    this.#stripe = new Stripe(secretKey, {
      timeout: this.#limits.request,
      maxNetworkRetries: RETRIES,
      httpClient: refusingAfterDeadline(),
      telemetry: false,
      ...(base
        ? { host: base.hostname, port: base.port, protocol: base.protocol === 'https:' ? 'https' : 'http' }
        : {}),
    });
  }

  /**
   * @param name of the call, for the log
   * @throws ProviderUnavailableError, and ProviderRequestError when the provider says no
   */
  async call<Result>(name: string, work: (stripe: Stripe) => Promise<Result>): Promise<Result> {
    try {
      const result = await withDeadline(this.#limits.operation, () => {
        // Time lost before this call (capacity, leases, a slow database) says nothing about the provider.
        const left = currentDeadline() - performance.now();
        if (left <= 0) throw new ProviderUnavailableError(false);
        const passed = left < this.#limits.request ? cutShort : timedOut;
        return this.#breaker.run(() => rejectAtDeadline(work(this.#stripe), passed));
      });
      if (!this.#accepted.has(name)) {
        this.#accepted.add(name);
        this.#watch.accepted(name);
      }
      return result;
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      const { type, code, param, statusCode, requestId } = error;
      this.#log.warn(
        { call: name, type, code, param, statusCode, requestId },
        'a call to the payment provider failed',
      );
      if (isWrongKey(error)) {
        this.#log.error({ call: name, type, code }, 'the payment provider refuses our key');
        this.#accepted.delete(name);
        this.#watch.refused(name, code ?? type);
        throw new ProviderUnavailableError(false, true);
      }
      if (!isTemporary(error)) throw toProviderError(error);
      // Below 500 the request was turned away before its idempotency key was stored: rate limits, or an
      // earlier request with the same key that is still running.
      throw new ProviderUnavailableError(statusCode !== undefined && statusCode >= 500);
    }
  }

  /** As call; undefined where there is no such object. */
  async find<Found>(name: string, work: (stripe: Stripe) => Promise<Found>): Promise<Found | undefined> {
    return await this.call(name, work).catch(undefinedIfMissing);
  }

  /** @throws when the signature is wrong or too old; accepts those from the future */
  constructEvent(body: Buffer, signature: string, secret: string, tolerance: number): Stripe.Event {
    return this.#stripe.webhooks.constructEvent(body, signature, secret, tolerance);
  }
}

const cutShort = () => new ProviderUnavailableError(false);

const timedOut = () =>
  new Stripe.errors.StripeConnectionError({ message: 'The deadline of the operation passed.' });

/** Sends nothing for an operation whose deadline has passed: neither retries nor further calls. */
function refusingAfterDeadline() {
  const client = Stripe.createNodeHttpClient();
  const send = client.makeRequest.bind(client);
  client.makeRequest = async (...request) => {
    if (performance.now() >= currentDeadline()) throw timedOut();
    return await send(...request);
  };
  return client;
}
