import { classNames } from '../behavior/class-names.ts';
import styles from './skeleton.module.css';

/** A placeholder for content that is loading; the class sets its size. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span className={classNames(styles.patch, className)} />;
}
