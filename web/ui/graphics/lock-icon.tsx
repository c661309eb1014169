import Lock from 'lucide-react/icons/lock';
import styles from './lock-icon.module.css';

/** Beside a prompt that its viewer's plan does not open. */
export function LockIcon() {
  return (
    <span className={styles.lock} title="Upgrade to read">
      <Lock size={16} strokeWidth={1.75} aria-hidden />
      <span className="visually-hidden">Upgrade to read</span>
    </span>
  );
}
