import { type ReactNode, useId } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import styles from './trial-panel.module.css';

interface TrialPanelProps {
  /** Level of its title. */
  level?: 2 | 3 | undefined;
  /** What starts it; nothing when it cannot be started. */
  action: ReactNode;
  /** Below its text. */
  children?: ReactNode;
  className?: string | undefined;
}

/** What the free trial is, and the button that leads to it. */
export function TrialPanel({ level = 2, action, children, className }: TrialPanelProps) {
  const Title = `h${level}` as const;
  const titleId = useId();
  return (
    <section className={classNames(styles.panel, className)} aria-labelledby={titleId}>
      <div className={styles.text}>
        <Title id={titleId} className={styles.title}>
          Try Pro free for {LIMITS.trialDays} days, no card
        </Title>
        <p>Ends automatically. One trial per Google account.</p>
        {children}
      </div>
      {action}
    </section>
  );
}
