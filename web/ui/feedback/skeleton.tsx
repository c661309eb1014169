import { classNames } from '../behavior/class-names.ts';
import styles from './skeleton.module.css';

/** A flat patch where something is about to be; its size comes with the class. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span className={classNames(styles.patch, className)} />;
}
