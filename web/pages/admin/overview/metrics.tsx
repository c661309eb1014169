import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { classNames } from '#web/ui/behavior/class-names.ts';
import styles from './metrics.module.css';

export interface Metric {
  name: string;
  value: string | number;
  note?: ReactNode;
  /** The list behind the number. */
  link?: Pick<LinkProps, 'to' | 'search' | 'hash'>;
  /** It waits for somebody. */
  isDue?: boolean;
  /** Nothing there: said quietly, so that what is there stands out. */
  isNone?: boolean;
}

/** Numbers as tiles; one with a list behind it leads there. */
export function Metrics({ label, metrics }: { label: string; metrics: readonly Metric[] }) {
  return (
    <ul className={styles.tiles} aria-label={label}>
      {metrics.map(({ name, value, note, link, isDue, isNone }) => {
        const content = (
          <>
            <span className={styles.name}>{name}</span>
            <span className={styles.value}>{value}</span>
            {note ? <span className={styles.note}>{note}</span> : null}
          </>
        );
        return (
          <li key={name} className={classNames(styles.tile, isDue && styles.due, isNone && styles.none)}>
            {link ? (
              <Link {...link} className={styles.link}>
                {content}
              </Link>
            ) : (
              <div className={styles.plain}>{content}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
