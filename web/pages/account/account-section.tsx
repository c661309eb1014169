import { type ReactNode, useId } from 'react';
import styles from './account-section.module.css';

interface AccountSectionProps {
  title: string;
  /** For links to it. */
  id: string;
  children: ReactNode;
}

/** One setting, or what belongs together. */
export function AccountSection({ title, id, children }: AccountSectionProps) {
  const titleId = useId();
  return (
    <section id={id} className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <div className={styles.content}>{children}</div>
    </section>
  );
}
