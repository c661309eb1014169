import type { ReactNode } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { ActionPanel } from '#web/ui/cards/action-panel.tsx';

interface TrialPanelProps {
  /** Level of its title. */
  level?: 2 | 3 | undefined;
  /** What they have again after it. */
  after?: string | undefined;
  /** What starts it; nothing when it cannot be started. */
  action: ReactNode;
  /** Below its text. */
  children?: ReactNode;
  className?: string | undefined;
}

/** What the free trial is, and the button that leads to it. */
export function TrialPanel({ after, children, ...panel }: TrialPanelProps) {
  return (
    <ActionPanel {...panel} title={`Try Pro free for ${LIMITS.trialDays} days, no card`} isMarked>
      <p>Ends automatically.{after ? ` ${after}` : ''} One trial per Google account.</p>
      {children}
    </ActionPanel>
  );
}
