import type { ComponentProps } from 'react';
import styles from './file-field.module.css';

/** The browser's own field for a file; its button looks like ours. */
export function FileField(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return <input {...props} type="file" className={styles.field} />;
}
