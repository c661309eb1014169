import type { Db } from '#server/core/database/pool.ts';
import { type Lease, Leases } from '#server/core/jobs/leases.ts';
import { KeyedSemaphore } from '#server/core/keyed-semaphore.ts';
import { addIncident, removeIncident } from './billing.incidents.queries.ts';
import { notConfigured, withFailureMessage } from './billing.problems.ts';
import { PaymentProvider } from './provider/provider.api.ts';
import type { ApiKeyMonitor, ProviderLog } from './provider/provider.client.ts';
import { rejectAtDeadline, withDeadline } from './provider/provider.deadline.ts';
import { ProviderUnavailableError } from './provider/provider.errors.ts';
import { PAYMENT_LIMITS, type PaymentSettings } from './provider/provider.settings.ts';
import type { OrderPayment } from './provider/provider.types.ts';

/** Everything that billing works with. */
export interface BillingServices {
  db: Db;
  provider: PaymentProvider;
  leases: Leases;
  capacity: KeyedSemaphore;
  settings: PaymentSettings;
  publicUrl: string;
  log: ProviderLog;
}

/** A customer whose payments nobody else changes while the lease is held. */
export interface LeasedCustomer {
  billing: BillingServices;
  lease: Lease;
  memberId: string;
  customerId: string;
}

/** Called whenever a payment may have changed. @returns whether it is of an order */
export type OrderListener = (payment: OrderPayment) => Promise<boolean>;

/** @returns undefined where payments are not configured */
export function openBilling(
  dependencies: Pick<BillingServices, 'db' | 'publicUrl' | 'log'>,
  settings: PaymentSettings | undefined,
): BillingServices | undefined {
  if (settings === undefined) return undefined;
  const { wait: waitLimit, capacity: permits } = { ...PAYMENT_LIMITS, ...settings.limits };
  return {
    ...dependencies,
    settings,
    provider: new PaymentProvider(settings, dependencies.log, monitorKey(dependencies)),
    leases: new Leases(dependencies.db, { waitLimit }),
    capacity: new KeyedSemaphore(permits),
  };
}

/** What becomes of the key stands in the database; the call that found out does not wait for that. */
function monitorKey({ db, log }: Pick<BillingServices, 'db' | 'log'>): ApiKeyMonitor {
  const kind = 'key_refused';
  const logFailure = (error: unknown) => log.warn({ reason: String(error) }, 'an incident was not stored');
  return {
    refused: (subject, detail) => void addIncident(db, { kind, subject, detail }).catch(logFailure),
    accepted: (subject) => void removeIncident(db, { kind, subject }).catch(logFailure),
  };
}

/** @throws HttpProblem 503 `Payment system not configured` */
export function requireBilling(billing: BillingServices | undefined): BillingServices {
  if (billing === undefined) throw notConfigured();
  return billing;
}

/**
 * Does what somebody is waiting for: within the time limit, and within the capacity of its kind, so that neither
 * purchases nor webhook events can keep the other from being worked on.
 */
export async function withinLimits<Result>(
  { capacity, settings }: BillingServices,
  kind: 'member' | 'webhook',
  work: () => Promise<Result>,
): Promise<Result> {
  const { operation, wait } = { ...PAYMENT_LIMITS, ...settings.limits };
  return await withDeadline(operation, () =>
    rejectAtDeadline(capacity.run(kind, wait, work), () => new ProviderUnavailableError(false)),
  );
}

/**
 * Does what a member asked for.
 * @param failure what the specification has a member read when it failed
 * @throws HttpProblem 402, 502 or 503 when the provider refuses or is unavailable
 */
export async function runForMember<Result>(
  billing: BillingServices | undefined,
  failure: string,
  work: (billing: BillingServices) => Promise<Result>,
): Promise<Result> {
  const services = requireBilling(billing);
  return await withFailureMessage(failure, () => withinLimits(services, 'member', () => work(services)));
}

/**
 * One change of a member's payments at a time, on all processes: what the change is decided by is read from the provider
 * while the lease is held, and written by `lease.write`.
 * @param purpose calls with the same one that still wait share one run (two tabs, a burst of webhook events)
 * @throws HttpProblem 503 when another change took too long
 */
export async function withMemberLease<Result>(
  { leases }: BillingServices,
  memberId: string,
  work: (lease: Lease) => Promise<Result>,
  purpose?: string,
): Promise<Result> {
  const name = `payments ${memberId}`;
  return await (purpose === undefined ? leases.run(name, work) : leases.runShared(name, purpose, work));
}
