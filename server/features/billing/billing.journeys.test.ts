import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PLAN_TIERS, type PlanTier } from '#contract/billing.ts';
import { tierRank } from '#contract/tiers.ts';
import { type BillingApp, CARD, createBillingApp, type Payer, tierOf } from './testing/billing-app.ts';

const DECLINES = '4000000000000341';

let app: BillingApp;
beforeAll(async () => {
  app = await createBillingApp();
});
afterAll(() => app.close());

/** Something that happens to a member, by their own hand or not. */
type Step =
  | { do: 'begin' | 'pay' | 'change' | 'pay late'; tier: PlanTier }
  | {
      do:
        | 'cancel'
        | 'resume'
        | 'pay old'
        | 'sync'
        | 'bad card'
        | 'good card'
        | 'portal'
        | 'staff'
        | 'renewal'
        | 'day';
    };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('pay' as const), tier: fc.constantFrom(...PLAN_TIERS) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('begin' as const, 'change' as const, 'change' as const, 'pay late' as const),
      tier: fc.constantFrom(...PLAN_TIERS),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom(
        ...([
          'cancel',
          'resume',
          'pay old',
          'sync',
          'bad card',
          'good card',
          'portal',
          'renewal',
          'renewal',
          'day',
        ] as const),
        'staff' as const,
      ),
    }),
  },
);

const ownSubscriptions = (member: Payer) =>
  app.tables.subscriptions.where(({ metadata }) => metadata['userId'] === member.id);
const goingOn = (member: Payer) =>
  ownSubscriptions(member).find(({ status }) => ['active', 'past_due', 'unpaid'].includes(status));

async function take(member: Payer, stepToTake: Step, secrets: string[]): Promise<void> {
  const { control } = app.sandbox;
  const current = goingOn(member);
  const confirm = (secret: string | undefined) => secret && control.confirm(secret, CARD);
  switch (stepToTake.do) {
    case 'begin':
    case 'pay': {
      const url = '/api/get-or-create-subscription';
      const { clientSecret } = (await member.post(url, { priceId: app.prices[stepToTake.tier] })).json();
      if (clientSecret) secrets.push(clientSecret);
      if (stepToTake.do === 'pay') confirm(clientSecret);
      return;
    }
    case 'change': {
      const response = await member.post('/api/subscription/change', {
        priceId: app.prices[stepToTake.tier],
      });
      const secret = response.json().payment?.clientSecret;
      if (secret) secrets.push(secret);
      return;
    }
    case 'pay late':
      confirm((await member.post('/api/subscription/pay')).json().clientSecret);
      return;
    // Of any tab that was ever open.
    case 'pay old':
      for (const secret of secrets) confirm(secret);
      return;
    case 'cancel':
    case 'resume':
    case 'sync':
      await member.post(`/api/subscription/${stepToTake.do}`);
      return;
    case 'day':
      control.advance({ seconds: 86_400 });
      return;
    default:
      if (current) atProvider(current.id, stepToTake.do);
  }
}

function atProvider(id: string, change: 'bad card' | 'good card' | 'portal' | 'staff' | 'renewal'): void {
  const { control } = app.sandbox;
  if (change === 'renewal') control.advance({ until: 'renewal' });
  else if (change === 'portal' || change === 'staff')
    control.cancel(id, change === 'portal' ? 'portal' : 'now');
  else control.setCard(id, change === 'bad card' ? DECLINES : CARD);
}

/**
 * What the payments say, without our own rows: the best plan whose invoice is paid for the current time, of a
 * subscription that has not ended. While a renewal is owed, the plan of the price that is owed may go on.
 */
function plansPaid(member: Payer): { min: number; max: number; live: number } {
  const now = app.sandbox.control.now();
  const tierOfPrice = (id: string) => PLAN_TIERS.find((tier) => app.prices[tier] === id) ?? 'basic';
  let min = 0;
  let max = 0;
  let live = 0;
  for (const { id, status, items } of ownSubscriptions(member)) {
    if (!['active', 'past_due', 'unpaid'].includes(status)) continue;
    live += 1;
    const invoices = app.tables.invoices.where(
      ({ parent }) => parent?.subscription_details.subscription === id,
    );
    const paid = invoices
      .filter((invoice) => invoice.status === 'paid')
      .flatMap(({ lines }) => lines.data)
      .filter(({ amount, period }) => amount > 0 && period.start <= now && now < period.end)
      .map((line) => tierRank(tierOfPrice(line.pricing?.price_details.price ?? '')));
    const owed = tierRank(tierOfPrice(items.data[0]?.price.id ?? ''));
    // Nothing is opened by what is owed for longer than the provider tries.
    if (status !== 'unpaid') min = Math.max(min, ...paid);
    max = Math.max(max, ...paid, ...(status === 'past_due' ? [owed] : []));
  }
  return { min, max, live };
}

test.each([20_261_121, 20_261_122])(
  'whatever happens, in whatever order (%i): nobody reads above what they paid for, nobody who paid is left without',
  async (seed) => {
    let paying = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 6, maxLength: 14 }),
        fc.boolean(),
        async (steps, areEventsLost) => {
          app.sandbox.control.reset();
          app.sandbox.control.setWebhooks({ drop: areEventsLost ? ['*'] : [] });
          const member = await app.member();
          const secrets: string[] = [];
          for (const nextStep of steps) {
            await take(member, nextStep, secrets);
            await app.settle();
            // Without events, a payment is seen when the member returns, or by the daily comparison.
            if (areEventsLost) expect((await member.post('/api/subscription/sync')).statusCode).toBe(200);
            const tier = tierRank((await tierOf(member)) as PlanTier);
            const { min, max, live } = plansPaid(member);
            expect(live).toBeLessThanOrEqual(1);
            expect(tier).toBeGreaterThanOrEqual(min);
            expect(tier).toBeLessThanOrEqual(max);
            if (tier > 0) paying += 1;
          }
        },
      ),
      { numRuns: 7, seed, endOnFailure: true },
    );
    // Not all of it happened to people without a plan.
    expect(paying).toBeGreaterThan(10);
  },
);
