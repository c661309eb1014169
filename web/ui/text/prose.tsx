import type { ReactNode } from 'react';
import { classNames } from '../behavior/class-names.ts';
import styles from './prose.module.css';

/** Running text: measure, headings, lists, links, tables, as an article wants them. */
export function Prose({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return <div className={classNames(styles.prose, className)}>{children}</div>;
}
