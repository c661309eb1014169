import { classNames } from '../behavior/class-names.ts';
import styles from './field.module.css';

/** The look of a text field, a text box or a native select. */
export function fieldClass(className?: string): string | undefined {
  return classNames(styles.field, className);
}
