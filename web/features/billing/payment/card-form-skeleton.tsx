import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import styles from './card-form.module.css';

/** Of the card form's own shape. */
export function CardFormSkeleton() {
  return (
    <div className={styles.form} aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading the payment form
      </p>
      <BlankFields />
      <Skeleton className={styles.blankButton} />
      <Skeleton className={styles.blankNote} />
    </div>
  );
}

/** The number above; expiration date and security code side by side. */
export function BlankFields() {
  return (
    <div className={styles.blank} aria-hidden="true">
      <Skeleton className={styles.blankField} />
      <div className={styles.blankPair}>
        <Skeleton className={styles.blankField} />
        <Skeleton className={styles.blankField} />
      </div>
    </div>
  );
}
