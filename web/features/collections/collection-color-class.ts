import type { CollectionColor } from '#contract/collections.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import styles from './collection-color-class.module.css';

/** An area in the color of a collection. */
export function collectionColorClass(color: CollectionColor, className?: string): string | undefined {
  return classNames(styles.cover, styles[color], className);
}
