import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import styles from './segmented-control.module.css';

interface SegmentedControlProps<Value extends string> {
  /** What is chosen here, for those who do not see it. */
  label: string;
  value: Value;
  options: readonly { value: Value; name: string; icon?: LucideIcon }[];
  onChange: (value: Value) => void;
}

/** A choice among a few visible options: radio buttons styled as a segmented control. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  options,
  onChange,
}: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.track}>
      <legend className="visually-hidden">{label}</legend>
      {options.map(({ value: each, name: text, icon: Icon }) => (
        <label key={each} className={styles.option}>
          <input
            type="radio"
            name={name}
            className={styles.native}
            checked={each === value}
            onChange={() => onChange(each)}
          />
          {Icon ? <Icon size={16} strokeWidth={1.75} aria-hidden /> : null}
          {text}
        </label>
      ))}
    </fieldset>
  );
}
