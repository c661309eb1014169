import Check from 'lucide-react/icons/check';
import { classNames } from '../behavior/class-names.ts';
import styles from './checkbox.module.css';

interface CheckboxProps {
  label: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  isDisabled?: boolean;
  /** Why it is disabled: "(Login required)". */
  hint?: string;
  className?: string | undefined;
}

export function Checkbox({ label, isChecked, onChange, isDisabled = false, hint, className }: CheckboxProps) {
  return (
    <label className={classNames(styles.field, isDisabled && styles.disabled, className)}>
      <span className={styles.box}>
        <input
          type="checkbox"
          className={styles.native}
          checked={isChecked}
          disabled={isDisabled}
          onChange={(event) => onChange(event.target.checked)}
        />
        <Check size={14} strokeWidth={2.5} aria-hidden />
      </span>
      <span>{label}</span>
      {hint ? <span className={styles.hint}>{hint}</span> : null}
    </label>
  );
}
