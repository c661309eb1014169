import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  /** Level of the title; 1 where the state is the whole page. */
  level?: 1 | 2;
  children?: ReactNode;
  /** Buttons, one row. */
  actions?: ReactNode;
}

/** A blank card in front of two ghost cards: what is missing, why, and one way on. */
export function EmptyState({ icon: Icon, title, level = 2, children, actions }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.stack}>
      <div className={styles.card}>
        <span className={styles.icon}>
          <Icon size={20} strokeWidth={1.75} aria-hidden />
        </span>
        <Heading className={styles.title}>{title}</Heading>
        {children ? <div className={styles.text}>{children}</div> : null}
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
    </div>
  );
}
