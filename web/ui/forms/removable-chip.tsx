import X from 'lucide-react/icons/x';
import styles from './chip.module.css';

interface RemovableChipProps {
  name: string;
  onRemove: () => void;
}

/** An active filter; pressing it removes it. */
export function RemovableChip({ name, onRemove }: RemovableChipProps) {
  return (
    <button type="button" className={styles.removable} onClick={onRemove} aria-label={`Remove ${name}`}>
      <span className={styles.removableName}>{name}</span>
      <X size={15} strokeWidth={2.25} aria-hidden />
    </button>
  );
}
