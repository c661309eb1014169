import { z } from 'zod';
import { BRAND } from '#contract/brand.ts';
import { tierSchema } from '#contract/field-schemas.ts';
import { TIER_NAMES } from '#contract/tiers.ts';
import { formatDate } from '#server/core/mail/format-date.ts';
import { defineMail } from '#server/core/mail/mail-template.ts';

const schema = z.object({
  change: z.enum(['started', 'changed', 'planned', 'canceling', 'resumed', 'ended']),
  tier: tierSchema,
  /** When it takes effect; unix seconds. */
  at: z.number().nullable(),
});

export type PlanChange = z.infer<typeof schema>;

/** A plan began, changed, will change, will end, goes on, or ended. */
export const planChangedMail = defineMail({
  kind: 'plan-changed',
  schema,
  content: (change) => ({
    ...describeChange(change),
    link: { label: 'Manage your subscription', path: '/subscription' },
  }),
});

function describeChange({ change, tier, at }: PlanChange): { subject: string; paragraphs: string[] } {
  const plan = TIER_NAMES[tier];
  const date = at === null ? 'the end of your billing month' : formatDate(at);
  switch (change) {
    case 'started':
      return {
        subject: `Your ${plan} plan has started`,
        paragraphs: [
          `You’re now on the ${BRAND.name} ${plan} plan. It renews monthly until you cancel, which you can do anytime.`,
        ],
      };
    case 'changed':
      return {
        subject: `Your plan is now ${plan}`,
        paragraphs: [`You’re now on the ${plan} plan.`],
      };
    case 'planned':
      return {
        subject: `Your plan changes to ${plan}`,
        paragraphs: [`Your plan will change to ${plan} on ${date}. You keep your current plan until then.`],
      };
    case 'canceling':
      return {
        subject: 'Your subscription is canceled',
        paragraphs: [
          `Your subscription ends on ${date}. You keep access until then and won’t be charged again. You can resume anytime before that date.`,
        ],
      };
    case 'resumed':
      return {
        subject: 'Your subscription continues',
        paragraphs: [`Your ${plan} plan is active and renews on ${date}.`],
      };
    case 'ended':
      return {
        subject: 'Your subscription has ended',
        paragraphs: [
          'Your paid plan has ended, and you won’t be charged again. You can still use basic prompts, and your favorites are saved.',
        ],
      };
  }
}
