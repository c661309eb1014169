import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PlanTier } from '#contract/billing.ts';
import {
  type BillingApp,
  CARD,
  createBillingApp,
  type Payer,
  subscriptionsOf,
  tierOf,
} from '../testing/billing-app.ts';

let app: BillingApp;
beforeAll(async () => {
  const offers = { promotionCodes: true, retentionCoupon: 'sandbox_stay', pause: true };
  app = await createBillingApp({ settings: { offers } });
});
afterAll(() => app.close());
// The clock moves for all customers, so each test begins without any.
beforeEach(() => app.sandbox.control.reset());

const begin = (member: Payer, tier: PlanTier, promotionCode?: string | null) =>
  member.post('/api/get-or-create-subscription', { priceId: app.prices[tier], promotionCode });

async function renew(): Promise<void> {
  app.sandbox.control.advance({ until: 'renewal' });
  await app.settle();
}

const charged = (member: Payer) => {
  const subscription = subscriptionsOf(app, member).at(-1);
  return app.tables.invoices
    .where(({ parent }) => parent?.subscription_details.subscription === subscription?.id)
    .map(({ status, amount_paid: paid }) => (status === 'paid' ? paid : status));
};

describe('a promotion code', () => {
  test('takes off what is shown, for as long as it says, and every figure is the one charged', async () => {
    const member = await app.member();
    const plain = (await begin(member, 'pro')).json();
    expect(plain).toMatchObject({ amountCents: 999, discount: null });
    const reduced = (await begin(member, 'pro', ' launch20 ')).json();
    expect(reduced).toMatchObject({
      amountCents: 799,
      monthlyCents: 999,
      discount: { code: 'LAUNCH20', offCents: 200, months: 3 },
    });
    // The form that was open before cannot be paid any more.
    expect(app.sandbox.control.confirm(plain.clientSecret, CARD).error).toBeDefined();
    // A page that is loaded again goes on with it.
    expect((await begin(member, 'pro')).json()).toEqual(reduced);
    expect(app.sandbox.control.confirm(reduced.clientSecret, CARD).error).toBeUndefined();
    await app.settle();
    expect(await member.status()).toMatchObject({ status: 'active', amountCents: 799, regularCents: 999 });
    await renew();
    expect(await member.status()).toMatchObject({ amountCents: 799, regularCents: 999 });
    await renew();
    expect(await member.status()).toMatchObject({ amountCents: 999, regularCents: null });
    await renew();
    expect(charged(member)).toEqual([799, 799, 799, 999]);
  });

  test('is in the preview of a change too', async () => {
    const member = await app.member();
    const { clientSecret } = (await begin(member, 'basic', 'LAUNCH20')).json();
    app.sandbox.control.confirm(clientSecret, CARD);
    await app.settle();
    const body = { priceId: app.prices.pro };
    const preview = (await member.post('/api/subscription/change-preview', body)).json();
    expect(preview).toMatchObject({
      kind: 'upgrade',
      monthlyCents: 799,
      regularCents: 999,
      amountDueCents: 799 - 239,
    });
    expect(preview.discountEndsAt).toBe((await member.status()).discountEndsAt);
    const change = { ...body, prorationDate: preview.prorationDate };
    expect((await member.post('/api/subscription/change', change)).json().subscription).toMatchObject({
      plan: 'pro',
      amountCents: 799,
    });
    expect(charged(member)).toEqual([239, preview.amountDueCents]);
  });

  test('can be removed again', async () => {
    const member = await app.member();
    await begin(member, 'pro', 'LAUNCH20');
    expect((await begin(member, 'pro', null)).json()).toMatchObject({ amountCents: 999, discount: null });
    await member.subscribe('pro');
    expect(subscriptionsOf(app, member).filter(({ status }) => status === 'active')).toHaveLength(1);
  });

  test.each([
    ['unknown', 'NOSUCHCODE', 'This promotion code isn’t valid. Check its spelling.'],
    ['over', 'OVER', 'This promotion code isn’t valid. Check its spelling.'],
    ['for a higher plan', 'HIGH', 'This promotion code is for a higher plan.'],
    [
      'for everything',
      'FREE',
      'This promotion code leaves nothing to pay. Contact us and we’ll set it up for you.',
    ],
  ])('that is %s is refused with a message, and nothing changes', async (_name, code, message) => {
    const { coupons, promotionCodes } = app.tables;
    const [launch] = promotionCodes.all();
    if (launch === undefined) throw new Error('The sandbox has one.');
    coupons.add({ ...coupons.require('sandbox_launch'), id: 'all', percent_off: 100, duration: 'forever' });
    const add = (name: string, more: Partial<typeof launch>) =>
      promotionCodes.add({ ...launch, id: `promo_${name}`, code: name, ...more });
    add('OVER', { active: false });
    add('HIGH', {
      restrictions: { first_time_transaction: false, minimum_amount: 5000, minimum_amount_currency: 'usd' },
    });
    add('FREE', { promotion: { type: 'coupon', coupon: 'all' } });
    const member = await app.member();
    const before = (await begin(member, 'pro')).json();
    const refused = await begin(member, 'pro', code);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { code: 'promotion_code_invalid', message },
    ]);
    expect((await begin(member, 'pro')).json()).toEqual(before);
  });

  test('for first purchases is refused to others, who can go on without', async () => {
    const member = await app.member();
    await member.subscribe('basic');
    const [first] = subscriptionsOf(app, member);
    app.sandbox.control.cancel(first?.id ?? '', 'now');
    await app.settle();
    const [launch] = app.tables.promotionCodes.all();
    if (launch) launch.restrictions.first_time_transaction = true;
    const refused = await begin(member, 'pro', 'LAUNCH20');
    expect(refused.json().message).toBe('This promotion code can’t be used for this purchase.');
    await member.subscribe('pro');
    expect(await tierOf(member)).toBe('pro');
  });

  test('is taken nowhere unless the setting allows it', async () => {
    const offers = app.payments.offers;
    app.payments.offers = { promotionCodes: false, retentionCoupon: undefined, pause: false };
    const member = await app.member();
    expect((await member.get('/api/subscription/settings')).json().takesPromotionCodes).toBe(false);
    expect((await begin(member, 'pro', 'LAUNCH20')).json().message).toBe(
      'Promotion codes aren’t taken here.',
    );
    await member.subscribe('pro');
    expect((await member.get('/api/subscription/stay')).json()).toEqual({
      pause: null,
      discount: null,
      pauseRefusal: null,
    });
    if (offers) app.payments.offers = offers;
  });
});

describe('instead of canceling', () => {
  const offersTo = async (member: Payer) => (await member.get('/api/subscription/stay')).json();
  const take = (member: Payer, offer: string) => member.post('/api/subscription/stay', { offer });
  const NONE = { pause: null, discount: null, pauseRefusal: null };
  const TAKEN = { ...NONE, pauseRefusal: 'taken' };

  test('a month is skipped: open until it begins, locked and not charged in it, then as before', async () => {
    const member = await app.member();
    const subscriptionId = await member.subscribe('pro');
    const { currentPeriodEnd: end } = await member.status();
    const { pause } = await offersTo(member);
    expect(pause.from).toBe(end);
    expect((await take(member, 'pause')).json()).toMatchObject({ status: 'active', tier: 'pro', pause });
    expect(await offersTo(member)).toEqual(NONE);
    await renew();
    // The clock of the sandbox is ahead of ours: what ends access is the time that is stored.
    const { rows } = await app.database.pool.query(
      'select floor(extract(epoch from entitled_until))::float8 as until from subscriptions where user_id = $1',
      [member.id],
    );
    expect(rows).toEqual([{ until: end }]);
    expect(app.tables.subscriptions.require(subscriptionId).status).toBe('active');
    expect((await member.status()).pause).toEqual(pause);
    app.sandbox.control.advance({ until: 'unpause' });
    await renew();
    expect(await member.status()).toMatchObject({
      status: 'active',
      tier: 'pro',
      pause: null,
      amountCents: 999,
    });
    expect(charged(member)).toEqual([999, 'void', 999]);
  });

  test('a skipped month of a plan begun on a 31st ends on a 31st', async () => {
    app.sandbox.control.advance({ to: Date.UTC(2027, 0, 31, 12) / 1000 });
    const member = await app.member();
    await member.subscribe('pro');
    const days = ({ pause }: { pause: { from: number; until: number } }) =>
      [pause.from, pause.until].map((time) => new Date(time * 1000).toISOString().slice(0, 10));
    const shown = ['2027-02-28', '2027-03-31'];
    expect(days(await offersTo(member))).toEqual(shown);
    expect(days((await take(member, 'pause')).json())).toEqual(shown);
    await renew();
    expect(days((await member.get('/api/subscription/status')).json())).toEqual(shown);
  });

  test('it can be undone before it begins', async () => {
    const member = await app.member();
    await member.subscribe('pro');
    await take(member, 'pause');
    expect((await member.post('/api/subscription/change', { priceId: app.prices.basic })).json().code).toBe(
      'change_planned',
    );
    expect((await member.post('/api/subscription/resume')).json().pause).toBeNull();
    // It never began, so it can be taken later.
    expect((await offersTo(member)).pause).not.toBeNull();
    await renew();
    expect(charged(member)).toEqual([999, 999]);
  });

  /** As if the month that is skipped had begun: our clock cannot be moved. */
  async function paused(member: Payer): Promise<string> {
    const id = await member.subscribe('pro');
    await take(member, 'pause');
    const { items, metadata } = app.tables.subscriptions.require(id);
    const [item] = items.data;
    if (item === undefined) throw new Error('The subscription has no item.');
    // An hour back, so that starting again within this very second begins a later period.
    item.current_period_start -= 3600;
    metadata['pausedFrom'] = String(item.current_period_start);
    await member.post('/api/subscription/sync');
    expect(await member.status()).toMatchObject({ status: 'paused', tier: 'basic', plan: 'pro' });
    return id;
  }

  test('in the month that is skipped it starts again when a new month is paid for, at the amount shown', async () => {
    const member = await app.member();
    const id = await paused(member);
    const body = { priceId: app.prices.pro };
    const post = async (path: string) => (await member.post(`/api/subscription/${path}`, body)).json();
    expect((await post('change-preview')).code).toBeUndefined();
    expect(await post('change-preview')).toMatchObject({
      kind: 'restart',
      plan: 'pro',
      amountDueCents: 999,
      monthlyCents: 999,
    });
    const other = { priceId: app.prices.basic };
    expect((await member.post('/api/subscription/change', other)).json().code).toBe('change_planned');
    // A card that is refused opens nothing; it can be left, and tried again.
    app.sandbox.control.setCard(id, '4000000000000341');
    const refused = await post('change');
    expect(refused.subscription).toMatchObject({ status: 'paused', tier: 'basic', isPaymentDue: true });
    expect(refused.payment.amountCents).toBe(999);
    expect((await member.post('/api/subscription/resume')).json().isPaymentDue).toBe(false);
    expect(await member.status()).toMatchObject({ status: 'paused', tier: 'basic' });
    app.sandbox.control.setCard(id, CARD);
    expect(await post('change')).toMatchObject({
      subscription: { status: 'active', tier: 'pro', pause: null, amountCents: 999 },
      payment: null,
    });
    await renew();
    expect(charged(member)).toEqual([999, 'void', 999, 999]);
  });

  test('in the month that is skipped the plan is paused, and canceling ends it at once', async () => {
    const other = await app.member();
    await paused(other);
    const canceled = (await other.post('/api/subscription/cancel')).json();
    expect(canceled).toMatchObject({ status: 'canceled', plan: null });
    expect(canceled.message).toBe('Your subscription has ended. You owe nothing.');
  });

  test('the discount is what is charged, and offered once', async () => {
    const member = await app.member();
    await member.subscribe('pro');
    expect((await offersTo(member)).discount).toEqual({
      amountCents: 499,
      regularCents: 999,
      currency: 'usd',
      months: 2,
    });
    const taken = await Promise.all([take(member, 'discount'), take(member, 'discount')]);
    expect(taken.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await member.status()).toMatchObject({ amountCents: 499, regularCents: 999 });
    for (const _month of [1, 2, 3]) await renew();
    const paid = charged(member);
    expect([paid[0], paid[1], paid.at(-1)]).toEqual([999, 499, 999]);
    expect(await offersTo(member)).toEqual(TAKEN);
    expect((await take(member, 'pause')).statusCode).toBe(409);
  });

  test('whoever canceled and resumed has taken nothing: it is offered again', async () => {
    const member = await app.member();
    await member.subscribe('pro');
    const offered = await offersTo(member);
    expect(offered.pause).not.toBeNull();
    await member.post('/api/subscription/cancel');
    expect(await offersTo(member)).toEqual(NONE);
    expect((await take(member, 'pause')).statusCode).toBe(409);
    await member.post('/api/subscription/resume');
    expect(await offersTo(member)).toEqual(offered);
  });

  test('nothing is offered with a discount, or while something is open', async () => {
    const reduced = await app.member();
    const { clientSecret } = (await begin(reduced, 'pro', 'LAUNCH20')).json();
    app.sandbox.control.confirm(clientSecret, CARD);
    await app.settle();
    expect(await offersTo(reduced)).toMatchObject({ pause: { from: expect.any(Number) }, discount: null });
    const planning = await app.member();
    await planning.subscribe('pro');
    await planning.post('/api/subscription/change', { priceId: app.prices.basic });
    expect(await offersTo(planning)).toEqual({ ...NONE, pauseRefusal: 'change_planned' });
    const stranger = await app.member();
    expect((await stranger.get('/api/subscription/stay')).statusCode).toBe(400);
  });
});
