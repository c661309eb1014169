import type { ReactNode } from 'react';
import { classNames } from '../behavior/class-names.ts';
import styles from './state-badge.module.css';

interface StateBadgeProps {
  /** Citron for what is here for the reader, red for what needs them. */
  tone?: 'mark' | 'danger' | undefined;
  children: ReactNode;
}

/** A state in a word. */
export function StateBadge({ tone, children }: StateBadgeProps) {
  return <span className={classNames(styles.badge, tone && styles[tone])}>{children}</span>;
}
