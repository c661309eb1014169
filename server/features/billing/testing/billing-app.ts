import { expect } from 'vitest';
import type { Payment, PlanTier, SubscriptionStatus } from '#contract/billing.ts';
import {
  createMember,
  createTestApp,
  type MemberSeed,
  type TestApp,
  type TestMember,
} from '#server/testing/test-app.ts';
import type { Template } from '#server/testing/test-database.ts';
import { type SandboxPayments, startSandboxPayments } from '../../../../sandbox/stripe/start.ts';
import { freePort } from '../../../../scripts/free-port.ts';
import { type BillingServices, openBilling } from '../billing.services.ts';
import type { PaymentLimits, PaymentSettings } from '../provider/provider.settings.ts';

export const CARD = '4242424242424242';

/** Deadlines are not what most tests are about. */
const LONG_LIMITS: Partial<PaymentLimits> = { request: 60_000, operation: 60_000, wait: 30_000 };

/** The real app on a real port and the payment sandbox, which really sends its webhook events. */
export interface BillingApp extends TestApp {
  sandbox: SandboxPayments;
  prices: Readonly<Record<PlanTier, string>>;
  payments: PaymentSettings;
  logLines: string[];
  member(seed?: MemberSeed): Promise<Payer>;
  /** Until every webhook event has arrived. */
  settle(): Promise<void>;
  /** The sandbox's store, for what the API does not say. */
  tables: SandboxPayments['control']['tables'];
  /** The app of a second process, on the same database and provider; webhook events still go to the first. */
  node(limits?: Partial<PaymentLimits>): Promise<TestApp>;
  /** Billing of another process. */
  services(): BillingServices;
}

/** A member with the few things people do with money. */
export interface Payer extends TestMember {
  status(): Promise<SubscriptionStatus>;
  /** Begins a subscription. @returns what the browser gets */
  begin(tier: PlanTier): Promise<Payment & { subscriptionId: string }>;
  /** Begins, pays with this card, and waits for the webhook events. @returns the subscription's id */
  subscribe(tier: PlanTier, card?: string): Promise<string>;
}

export async function createBillingApp(
  options: { settings?: Partial<PaymentSettings>; template?: Template } = {},
): Promise<BillingApp> {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const sandbox = await startSandboxPayments({ port: 0, appUrl: publicUrl });
  const { credentials, control } = sandbox;
  const prices = {
    basic: credentials.STRIPE_PRICE_BASIC,
    advanced: credentials.STRIPE_PRICE_ADVANCED,
    pro: credentials.STRIPE_PRICE_PRO,
  };
  const payments: PaymentSettings = {
    secretKey: credentials.STRIPE_SECRET_KEY,
    publishableKey: credentials.STRIPE_PUBLISHABLE_KEY,
    webhookSecret: credentials.STRIPE_WEBHOOK_SECRET,
    priceIds: { basic: [prices.basic], advanced: [prices.advanced], pro: [prices.pro] },
    isLive: false,
    sandbox: { apiBase: credentials.STRIPE_API_BASE, jsUrl: credentials.STRIPE_JS_URL },
    limits: LONG_LIMITS,
    ...options.settings,
  };
  const logLines: string[] = [];
  const settings = { publicUrl, payments, logLevel: 'info' };
  const app = await createTestApp({
    template: options.template ?? 'empty',
    settings,
    dependencies: { logStream: { write: (line) => logLines.push(line) } },
  });
  await app.server.listen({ port, host: '127.0.0.1' });
  const others: TestApp[] = [];
  const settle = () => control.webhooks.settled();
  const billing: BillingApp = {
    ...app,
    sandbox,
    payments,
    prices,
    logLines,
    tables: control.tables,
    settle,
    member: async (seed) => payerOf(billing, await createMember(app, seed)),
    async node(limits) {
      const other = await createTestApp({
        template: 'empty',
        settings: { ...settings, payments: { ...payments, limits: { ...LONG_LIMITS, ...limits } } },
        dependencies: { db: app.database.db, logStream: { write: (line) => logLines.push(line) } },
      });
      others.push(other);
      return other;
    },
    services() {
      const services = openBilling({ db: app.database.db, publicUrl, log: app.server.log }, payments);
      if (services === undefined) throw new Error('There are settings.');
      return services;
    },
    async close() {
      await settle();
      const problems = control.problems();
      await sandbox.close();
      for (const other of others) await other.close();
      await app.close();
      expect(problems).toEqual([]);
    },
  };
  return billing;
}

function payerOf(app: BillingApp, member: TestMember): Payer {
  async function begin(tier: PlanTier) {
    const response = await member.post('/api/get-or-create-subscription', { priceId: app.prices[tier] });
    expect([response.statusCode, response.statusCode === 200 ? '' : response.payload]).toEqual([200, '']);
    return response.json();
  }
  return {
    ...member,
    begin,
    status: async () => (await member.get('/api/subscription/status')).json(),
    async subscribe(tier, card = CARD) {
      const { clientSecret, subscriptionId } = await begin(tier);
      const paid = app.sandbox.control.confirm(clientSecret, card);
      expect(paid.error).toBeUndefined();
      await app.settle();
      return subscriptionId;
    },
  };
}

/** The tier of the user call: what every other request sees too. */
export async function tierOf(member: Payer): Promise<string> {
  return (await member.get('/api/auth/user')).json().subscriptionTier;
}

/** Every subscription of a member at the provider. */
export function subscriptionsOf(app: BillingApp, member: TestMember) {
  return app.tables.subscriptions.where(({ metadata }) => metadata['userId'] === member.id);
}

/** Their customer at the provider. */
export function customerOf(app: BillingApp, member: TestMember): string {
  const [customer] = app.tables.customers.where(({ metadata }) => metadata['userId'] === member.id);
  if (customer === undefined) throw new Error('This member never was a customer.');
  return customer.id;
}
