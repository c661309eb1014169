import { Link, type LinkProps } from '@tanstack/react-router';
import styles from './short-list.module.css';

type Target = Pick<LinkProps, 'to' | 'search' | 'params'>;

interface ShortListProps {
  title: string;
  rows: readonly { key: string; name: string; value: string; link: Target }[];
  empty: string;
  /** The whole of it. */
  all: Target & { name: string };
}

/** The first of a longer list, and the way to it. */
export function ShortList({ title, rows, empty, all: { name: allName, ...all } }: ShortListProps) {
  return (
    <section className={styles.panel}>
      <h3 className={styles.title}>{title}</h3>
      {rows.length === 0 ? <p className={styles.empty}>{empty}</p> : null}
      <ul className={styles.rows}>
        {rows.map(({ key, name, value, link }) => (
          <li key={key} className={styles.row}>
            <Link {...link}>{name}</Link>
            <span className={styles.value}>{value}</span>
          </li>
        ))}
      </ul>
      <p className={styles.all}>
        <Link {...all}>{allName}</Link>
      </p>
    </section>
  );
}
