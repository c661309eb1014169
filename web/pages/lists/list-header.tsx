import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Breadcrumb } from '#web/ui/text/breadcrumb.tsx';
import styles from './list-header.module.css';

interface ListHeaderProps {
  title: string;
  /** How many there are and in which order. */
  line: string;
  /** Buttons beside title and line; under them where there is no room. */
  tools?: ReactNode;
}

/** The head of a list that belongs to no category. */
export function ListHeader({ title, line, tools }: ListHeaderProps) {
  return (
    <div className={styles.head}>
      <Breadcrumb trail={[{ key: 'home', link: <Link to="/">Home</Link> }]} current={title} />
      <div className={styles.row}>
        <div>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.line} role="status">
            {line}
          </p>
        </div>
        {tools ? <div className={styles.tools}>{tools}</div> : null}
      </div>
    </div>
  );
}
