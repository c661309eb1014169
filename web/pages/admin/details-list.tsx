import type { ReactNode } from 'react';
import styles from './details-list.module.css';

/** Names and values, one pair in each row. */
export function DetailsList({
  details,
}: {
  details: readonly (readonly [name: string, value: ReactNode])[];
}) {
  return (
    <dl className={styles.facts}>
      {details.map(([name, value]) => (
        <div key={name} className={styles.row}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Buttons about what the page shows; nothing where there are none. */
export function ActionRow({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

interface SectionProps {
  title: string;
  /** What a link within the page leads to. */
  id?: string;
  /** What a part of it is labeled by. */
  headingId?: string;
  children: ReactNode;
}

export function Section({ title, id, headingId, children }: SectionProps) {
  return (
    <section id={id} className={styles.section}>
      <h2 id={headingId} className={styles.heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}
