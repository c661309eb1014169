import styles from './spinner.module.css';

/** A loading indicator; with reduced motion only the word is shown. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <p className={styles.spinner} role="status">
      <span className={styles.ring} aria-hidden="true" />
      {label}
    </p>
  );
}
