import type { ComponentProps } from 'react';
import { classNames } from '../behavior/class-names.ts';
import styles from './text-button.module.css';

/** A quiet button in a row of controls: words alone. */
export function TextButton({ className, ...rest }: Omit<ComponentProps<'button'>, 'type'>) {
  return <button {...rest} type="button" className={classNames(styles.button, className)} />;
}
