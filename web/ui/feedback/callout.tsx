import Info from 'lucide-react/icons/info';
import type { ReactNode } from 'react';
import { classNames } from '../behavior/class-names.ts';
import styles from './callout.module.css';

interface CalloutProps {
  /** `strip` runs across the page under its header, `box` is part of the text, `danger` is a failure. */
  variant?: 'strip' | 'box' | 'danger';
  icon?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}

/** A message within a page. It has no ARIA role: a caller that wants it announced wraps it in one. */
export function Callout({ variant = 'box', icon, children, className }: CalloutProps) {
  return (
    <div className={classNames(styles.notice, styles[variant], className)}>
      {icon ?? <Info size={16} aria-hidden />}
      <div className={styles.text}>{children}</div>
    </div>
  );
}
