import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';
import { classNames } from '../behavior/class-names.ts';
import styles from './disclosure-summary.module.css';

interface DisclosureSummaryProps {
  children: ReactNode;
  className?: string | undefined;
}

/** The line of `<details>` that opens and closes it, with the app's own arrow instead of the browser's triangle. */
export function DisclosureSummary({ children, className }: DisclosureSummaryProps) {
  return (
    <summary className={classNames(styles.summary, className)}>
      <span className={styles.label}>{children}</span>
      <ChevronDown size={16} aria-hidden className={styles.arrow} />
    </summary>
  );
}
