import type { ReactNode } from 'react';
import styles from './fixed-width-label.module.css';

interface FixedWidthLabelProps<State extends string> {
  /** What the button may say. */
  labels: Readonly<Record<State, ReactNode>>;
  shown: NoInfer<State>;
}

/** One of several labels, as wide as the widest of them: nothing moves when a button's words change. */
export function FixedWidthLabel<State extends string>({ labels, shown }: FixedWidthLabelProps<State>) {
  return (
    <span className={styles.labels}>
      {Object.entries<ReactNode>(labels).map(([state, label]) => (
        <span key={state} className={styles.label} hidden={state !== shown}>
          {label}
        </span>
      ))}
    </span>
  );
}
