import Search from 'lucide-react/icons/search';
import type { ComponentProps } from 'react';
import { classNames } from '../behavior/class-names.ts';
import styles from './search-field.module.css';

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'size'> {
  /** Its name for assistive technology; the placeholder is no label. */
  label: string;
  /** 40 or 52 pixels high. */
  size?: 'medium' | 'large';
}

/** A text box with a magnifier. Children follow the text, such as a button. */
export function SearchField({ label, size = 'medium', className, children, ...rest }: SearchFieldProps) {
  return (
    <div className={classNames(styles.field, size === 'large' && styles.large, className)}>
      <Search size={size === 'large' ? 20 : 16} strokeWidth={1.75} aria-hidden />
      <input
        {...rest}
        type="search"
        aria-label={label}
        className={styles.input}
        autoComplete="off"
        enterKeyHint="search"
      />
      {children}
    </div>
  );
}
