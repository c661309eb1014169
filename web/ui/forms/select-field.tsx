import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import styles from './select-field.module.css';

/** A native select in a form, as wide as the other fields. Its class is the fields' own. */
export function SelectField(props: ComponentProps<'select'>) {
  return (
    <span className={styles.box}>
      <select {...props} />
      <ChevronDown size={16} aria-hidden />
    </span>
  );
}
