import { CUSTOM_PROMPT_PLAN, formatPrice, PLANS, type Plan } from '#contract/plans.ts';

/** Every plan in a line, and what none of the monthly ones opens: the help page and the terms say the same. */
export function PlanList() {
  return (
    <>
      <ul>
        {PLANS.map((plan) => (
          <li key={plan.tier}>
            <strong>{plan.name}</strong>, {formatPrice(plan.priceCents)} per {plan.interval}: {opens(plan)}.
          </li>
        ))}
      </ul>
      <p>
        Pro opens all basic, advanced and pro prompts. An engineer prompt opens with a custom prompt order (
        {formatPrice(CUSTOM_PROMPT_PLAN.priceCents)}, one time).
      </p>
    </>
  );
}

/** The offer's own sentence for Pro says "all prompts", which the specification words; here it is exact. */
const opens = ({ tier, sentence }: Plan): string =>
  tier === 'pro' ? 'Unlimited access to basic, advanced and pro prompts' : sentence;
