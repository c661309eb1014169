import ChevronDown from 'lucide-react/icons/chevron-down';
import { classNames } from '../behavior/class-names.ts';
import styles from './select.module.css';

export interface SelectOption<Value extends string> {
  value: Value;
  name: string;
  /** Choosing it would show nothing. */
  isMuted?: boolean;
}

interface SelectProps<Value extends string> {
  /** Muted, before the value; also its name for assistive technology. */
  label: string;
  value: Value;
  options: readonly SelectOption<Value>[];
  onChange: (value: Value) => void;
  className?: string | undefined;
}

/**
 * A native select, laid invisibly over its own drawing: the drawing is as wide as the chosen value needs, the
 * whole of it opens the menu.
 */
export function Select<Value extends string>({
  label,
  value,
  options,
  onChange,
  className,
}: SelectProps<Value>) {
  const chosen = options.find((option) => option.value === value) ?? options[0];
  return (
    <div className={classNames(styles.select, className)}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <span className={styles.value} aria-hidden="true">
        {chosen?.name}
      </span>
      <ChevronDown size={16} aria-hidden />
      <select
        aria-label={label}
        className={styles.native}
        value={chosen?.value}
        onChange={(event) => {
          const picked = options.find((option) => option.value === event.target.value);
          if (picked) onChange(picked.value);
        }}
      >
        {options.map((option) => (
          <option
            key={option.value}
            value={option.value}
            className={option.isMuted ? styles.muted : undefined}
          >
            {option.name}
          </option>
        ))}
      </select>
    </div>
  );
}
