import { formatPrice, PLANS, type Plan } from '#contract/plans.ts';
import type { PromptCard } from '#contract/prompts.ts';
import { TIER_NAMES, type Tier, tierRank } from '#contract/tiers.ts';
import { taxWords, useTax } from '#web/api/tax.ts';
import { paths } from '#web/paths.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { TierBadge } from '#web/ui/graphics/tier-badge.tsx';
import styles from './upgrade-offer.module.css';

/** Pro in the plan data, so in this dialog too. */
const MOST_POPULAR: Tier = 'pro';

const BENEFITS: Partial<Record<Tier, string>> = {
  advanced: 'Basic and advanced prompts.',
  pro: 'Basic, advanced and pro prompts, with JSON export and exemplars.',
};

interface UpgradeOfferProps {
  prompt: PromptCard;
  tier: Tier;
  /** The trial stands before the plans: it has the first button. */
  hasTrial: boolean;
}

/** The plans above basic with the prices charged: first what opens this prompt, cheapest first, then the others. */
export function UpgradeOffer({ prompt, tier, hasTrial }: UpgradeOfferProps) {
  const above = PLANS.filter((plan) => plan.tier !== 'basic');
  // One that is ordered opens the prompt it was ordered from; those are the engineer ones.
  const opens = (plan: Plan) =>
    plan.tier === prompt.tier || (plan.interval === 'month' && tierRank(plan.tier) > tierRank(prompt.tier));
  const offered = [...above.filter(opens), ...above.filter((plan) => !opens(plan))];
  return (
    <ul className={styles.rows}>
      {offered.map((plan) => (
        <OfferRow
          key={plan.tier}
          plan={plan}
          prompt={prompt}
          isOpening={plan.tier === prompt.tier}
          isOpeningToo={opens(plan) && plan.tier !== prompt.tier}
          hasTrial={hasTrial}
          isCurrentPlan={plan.tier === tier}
          isIncluded={tierRank(plan.tier) < tierRank(tier)}
        />
      ))}
    </ul>
  );
}

interface OfferRowProps {
  plan: Plan;
  prompt: PromptCard;
  isOpening: boolean;
  /** A higher plan than the one that does. */
  isOpeningToo: boolean;
  hasTrial: boolean;
  isCurrentPlan: boolean;
  isIncluded: boolean;
}

function OfferRow({
  plan,
  prompt,
  isOpening,
  isOpeningToo,
  hasTrial,
  isCurrentPlan,
  isIncluded,
}: OfferRowProps) {
  const benefit = BENEFITS[plan.tier] ?? plan.sentence;
  const tax = useTax();
  return (
    <li className={classNames(styles.row, isOpening && styles.opening)}>
      <span className={styles.badge}>
        <TierBadge tier={plan.tier} name={plan.name} />
        {plan.tier === MOST_POPULAR ? <span className={styles.popular}>Most Popular</span> : null}
      </span>
      <span className={styles.text}>
        {isOpening ? <strong className={styles.mark}>Opens this prompt</strong> : null}
        {isOpeningToo ? <strong className={styles.too}>Opens this prompt too</strong> : null}
        {isOpening || isOpeningToo ? null : <span className={styles.not}>Doesn’t open this prompt</span>}
        <span>
          {benefit}
          {isCurrentPlan ? ' Your plan today.' : isIncluded ? ' Included.' : ''}
        </span>
      </span>
      <span className={styles.side}>
        <span className={styles.price}>
          <span className={styles.amount}>{formatPrice(plan.priceCents)}</span>{' '}
          <span className={styles.interval}>
            {plan.interval === 'month' ? '/month' : 'per prompt'}
            {taxWords(tax)}
          </span>
        </span>
        {isOpening || isOpeningToo ? (
          <a
            href={paths.subscribe(plan.tier, prompt.id)}
            className={buttonClass({ variant: isOpening && !hasTrial ? 'primary' : 'line' }, styles.choose)}
          >
            {/* To the plan that opens it, and back to it; an engineer prompt is opened by ordering one like it. */}
            {plan.tier === 'engineer' ? 'Order a custom prompt' : `Choose ${plan.name}`}
          </a>
        ) : null}
      </span>
    </li>
  );
}

/** “Title” is locked. It needs the Pro plan. You’re on Basic. */
export function upgradeText({ prompt, tier }: Pick<UpgradeOfferProps, 'prompt' | 'tier'>): string {
  const needs =
    prompt.tier === 'engineer'
      ? 'Order a custom prompt to open this one and get another written for your brief.'
      : `It needs the ${TIER_NAMES[prompt.tier]} plan. You’re on ${TIER_NAMES[tier]}.`;
  return `“${prompt.title}” is locked. ${needs}`;
}
