import Info from 'lucide-react/icons/info';
import type { ReactNode } from 'react';
import { classNames } from '../behavior/class-names.ts';
import styles from './callout.module.css';

interface NoticeProps {
  /** `strip` runs across the page under its header, `box` is part of the text, `danger` is a failure. */
  variant?: 'strip' | 'box' | 'danger';
  icon?: ReactNode;
  children: ReactNode;
  className?: string | undefined;
}

/** A message that stays. It has no ARIA role: a caller that wants it announced wraps it in one. */
export function Notice({ variant = 'box', icon, children, className }: NoticeProps) {
  return (
    <div className={classNames(styles.notice, styles[variant], className)}>
      {icon ?? <Info size={16} aria-hidden />}
      <div className={styles.text}>{children}</div>
    </div>
  );
}
