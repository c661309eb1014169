import type { ReactNode } from 'react';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import styles from './free-row.module.css';

interface FreeRowProps {
  /** How many prompts are basic. */
  promptCount: number;
  /** How to start; nothing for who is signed in. */
  action?: ReactNode;
  level?: 2 | 3;
}

/** What costs nothing, above the plans that cost something. */
export function FreeRow({ promptCount, action, level = 3 }: FreeRowProps) {
  const Name = `h${level}` as const;
  return (
    <article className={styles.row}>
      <div className={styles.text}>
        <Name className={styles.name}>Free with your Google account: every basic prompt</Name>
        <p className={styles.sentence}>
          {countWithNoun(promptCount, 'prompt')} to read, fill in and copy. No card needed.
        </p>
      </div>
      <p className={styles.price}>$0</p>
      {action}
    </article>
  );
}
