import Check from 'lucide-react/icons/check';
import { classNames } from '../behavior/class-names.ts';
import styles from './chip.module.css';

interface ChipProps {
  name: string;
  count: number;
  /** What is counted, read by screen readers after the number: "prompts". */
  countNoun: string;
  isOn: boolean;
  onToggle: () => void;
}

/** One of several filters that can be on together. */
export function Chip({ name, count, countNoun, isOn, onToggle }: ChipProps) {
  return (
    <button
      type="button"
      className={classNames(styles.chip, isOn && styles.on)}
      aria-pressed={isOn}
      onClick={onToggle}
    >
      {isOn ? <Check size={15} strokeWidth={2.25} aria-hidden /> : null}
      {name}
      <span className={styles.count}>
        {count}
        <span className="visually-hidden"> {countNoun}</span>
      </span>
    </button>
  );
}
