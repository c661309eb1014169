import { classNames } from '../behavior/class-names.ts';
import styles from './toggle.module.css';

/** The look of a button that stays pressed; its corners are the caller's. */
export function toggleClass(isOn: boolean, className?: string): string | undefined {
  return classNames(styles.toggle, isOn && styles.on, className);
}
