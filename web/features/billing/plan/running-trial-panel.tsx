import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { PlanTier } from '#contract/billing.ts';
import type { PromptCard } from '#contract/prompts.ts';
import { TIER_NAMES } from '#contract/tiers.ts';
import { ActionPanel } from '#web/ui/cards/action-panel.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { wholeNumber } from '#web/ui/text/format-count.ts';
import { BillingDate } from '../billing-date.tsx';

interface RunningTrialPanelProps {
  /** Unix seconds. */
  endsAt: number;
  /** How many Pro prompts there are, where that is known. */
  promptCount: number | undefined;
  /** The prompt it was started for. */
  wanted: Pick<PromptCard, 'id' | 'title'> | undefined;
  /** A plan that cannot be chosen while it runs, but was. */
  chosen: PlanTier | undefined;
  /** It has just been started: the button that had the focus is gone. */
  takesFocus: boolean;
  className?: string | undefined;
}

/** Until when the trial lasts, what it opens, and what choosing a plan means meanwhile. */
export function RunningTrialPanel(props: RunningTrialPanelProps) {
  const { endsAt, promptCount, wanted, chosen, takesFocus, className } = props;
  const title = useRef<HTMLHeadingElement>(null);
  const takeFocus = useEffectEvent(() => {
    if (takesFocus) title.current?.focus({ preventScroll: true });
  });
  useEffect(() => takeFocus(), []);
  return (
    <ActionPanel
      title={
        <>
          You have Pro free until <BillingDate at={endsAt} />
        </>
      }
      titleRef={title}
      isMarked
      className={className}
      action={
        wanted ? (
          <Link to="/prompt/$id" params={{ id: wanted.id }} className={buttonClass()}>
            Open your prompt
          </Link>
        ) : (
          <Link to="/search" search={{ tier: 'pro' }} className={buttonClass({ variant: 'line' })}>
            {promptCount === undefined
              ? 'Explore Pro prompts'
              : `Explore ${wholeNumber(promptCount)} Pro prompts`}
          </Link>
        )
      }
    >
      <p>
        {wanted ? `“${wanted.title}” is open to you. ` : null}
        Nothing is charged when it ends. If you choose Pro now, your paid month starts today.{' '}
        {chosen ? `Your trial includes ${TIER_NAMES[chosen]}. ` : null}
        If you’d rather have Basic or Advanced, you can choose it from <BillingDate at={endsAt} /> on.
      </p>
    </ActionPanel>
  );
}
