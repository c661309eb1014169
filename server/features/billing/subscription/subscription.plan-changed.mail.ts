import { z } from 'zod';
import { BRAND } from '#contract/brand.ts';
import { tierSchema } from '#contract/field-schemas.ts';
import { TIER_NAMES } from '#contract/tiers.ts';
import { formatDate } from '#server/core/mail/format-date.ts';
import { formatMoney } from '#server/core/mail/format-money.ts';
import { defineMail } from '#server/core/mail/mail-template.ts';

const schema = z.object({
  change: z.enum(['started', 'changed', 'planned', 'canceling', 'resumed', 'ended']),
  tier: tierSchema,
  /** When it takes effect; unix seconds. */
  at: z.number().nullable(),
  // Absent in mail of earlier versions.
  /** The plan before; of one that goes on, the lower one that was planned and given up. */
  from: tierSchema.nullable().default(null),
  /** The next bill; null where there will be none. */
  next: z
    .object({
      cents: z.int(),
      currency: z.string(),
      isTaxAdded: z.boolean(),
      at: z.number(),
      /** It is with a discount: what a month costs after it, and from when; null: it does not end. */
      regular: z.object({ cents: z.int(), at: z.number().nullable() }).nullable().default(null),
    })
    .nullable()
    .default(null),
  /** What was paid for it, tax included; cents of that currency. */
  charged: z.int().nullable().default(null),
  /** What staff gave back when it ended. */
  refunded: z
    .object({
      cents: z.int(),
      currency: z.string(),
      /** The money went back before the plan ended. */
      isEarlier: z.boolean().default(false),
    })
    .nullable()
    .default(null),
});

export type PlanChange = z.infer<typeof schema>;

/** A plan began, changed, will change, will end, goes on, or ended. */
export const planChangedMail = defineMail<PlanChange>({
  kind: 'plan-changed',
  schema,
  content: (change) => ({
    ...describeChange(change),
    link: { label: 'Manage your subscription', path: '/subscription' },
  }),
});

function describeChange({ change, tier, at, from, next, charged, refunded }: PlanChange): {
  subject: string;
  paragraphs: string[];
} {
  const plan = TIER_NAMES[tier];
  const before = from === null ? null : TIER_NAMES[from];
  const date = at === null ? 'the end of your billing month' : formatDate(at);
  const payments = paymentsOf(next, charged);
  switch (change) {
    case 'started':
      return {
        subject: `Your ${plan} plan has started`,
        paragraphs: [
          `You’re now on the ${BRAND.name} ${plan} plan. It renews monthly until you cancel, which you can do anytime.`,
          ...(payments === null ? [] : [`${payments} Your invoices are on your subscription page.`]),
        ],
      };
    case 'changed':
      return {
        subject: before === null ? `Your plan is now ${plan}` : `Your plan changed from ${before} to ${plan}`,
        paragraphs: [
          `You’re now on the ${plan} plan${before === null ? '' : ` instead of ${before}`}.`,
          ...(payments === null ? [] : [payments]),
        ],
      };
    case 'planned':
      return {
        subject:
          before === null ? `Your plan changes to ${plan}` : `Your plan changes from ${before} to ${plan}`,
        paragraphs: [
          `Your plan changes to ${plan} on ${date}. You keep ${before ?? 'your current plan'} until then.`,
          ...(next === null
            ? []
            : [`From that day, ${plan} costs ${priceOf(next)} a month${discountOf(next)}.`]),
        ],
      };
    case 'canceling':
      return {
        subject: 'Your subscription is canceled',
        paragraphs: [
          `Your ${plan} plan ends on ${date}. You keep access until then and won’t be charged again. You can resume anytime before that date.`,
        ],
      };
    case 'resumed':
      return describeResumption({ plan, dropped: before, date, next });
    case 'ended':
      return describeEnd(plan, refunded);
  }
}

function describeEnd(plan: string, refunded: PlanChange['refunded']) {
  const end = `Your ${plan} plan has ended, and you won’t be charged again. You can still use basic prompts, and your favorites are saved.`;
  if (refunded === null) return { subject: 'Your subscription has ended', paragraphs: [end] };
  const { cents, currency, isEarlier } = refunded;
  const returned = `We returned your payment of ${formatMoney(cents, currency)}`;
  return {
    subject: isEarlier
      ? 'Your subscription has ended'
      : 'Your payment was returned, and your subscription has ended',
    paragraphs: [
      isEarlier ? `${returned} earlier.` : `${returned}. It can take a few days to show up on your card.`,
      end,
    ],
  };
}

const priceOf = ({ cents, currency, isTaxAdded }: NonNullable<PlanChange['next']>) =>
  `${formatMoney(cents, currency)}${isTaxAdded ? ' plus tax' : ''}`;

interface Resumption {
  plan: string;
  /** The lower plan that was planned. */
  dropped: string | null;
  date: string;
  next: PlanChange['next'];
}

const describeResumption = ({ plan, dropped, date, next }: Resumption) => ({
  subject: dropped === null ? 'Your subscription continues' : `You stay on ${plan}`,
  paragraphs: [
    ...(dropped === null ? [] : [`The change to ${dropped} is canceled.`]),
    `Your ${plan} plan is active and renews on ${date}${next === null ? '' : ` for ${priceOf(next)}${discountOf(next)}`}.`,
  ],
});

/** What was paid, where that is known, and what comes next. */
function paymentsOf(next: PlanChange['next'], charged: number | null): string | null {
  if (next === null) return null;
  const paid = charged === null ? '' : `You paid ${formatMoney(charged, next.currency)}. `;
  return `${paid}Your next payment is ${priceOf(next)} on ${formatDate(next.at)}${discountOf(next)}.`;
}

/** ", with your discount; from March 29, 2027 it’s $9.99" */
function discountOf({ regular, ...next }: NonNullable<PlanChange['next']>): string {
  if (regular === null) return '';
  const price = priceOf({ ...next, regular, cents: regular.cents });
  return regular.at === null
    ? `, with your discount; without it, it would be ${price}`
    : `, with your discount; from ${formatDate(regular.at)}, it’s ${price}`;
}
