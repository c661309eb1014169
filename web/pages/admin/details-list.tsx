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

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{title}</h2>
      {children}
    </section>
  );
}
