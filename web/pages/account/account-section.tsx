import { type ReactNode, useId } from 'react';
import styles from './account-section.module.css';

interface AccountSectionProps {
  title: string;
  /** For links to it. */
  id?: string;
  children: ReactNode;
}

/** One setting, or what belongs together, inside a group of the page. */
export function AccountSection({ title, id, children }: AccountSectionProps) {
  const titleId = useId();
  return (
    <section id={id} className={styles.section} aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.title}>
        {title}
      </h3>
      <div className={styles.content}>{children}</div>
    </section>
  );
}
