import { BRAND } from '#contract/brand.ts';
import { classNames } from '../behavior/class-names.ts';
import styles from './logo.module.css';

interface LogoProps {
  /** Only the square; the caller adds the name. */
  isMarkOnly?: boolean;
  className?: string | undefined;
}

/** Four cards in a square; the second is pulled from the stack. */
export function Logo({ isMarkOnly = false, className }: LogoProps) {
  return (
    <span className={classNames(styles.logo, className)}>
      <svg className={styles.mark} width="28" height="28" viewBox="0 0 28 28" aria-hidden="true">
        <rect className={styles.square} width="28" height="28" rx="5" />
        <rect className={styles.bar} x="6" y="5.5" width="12" height="3" />
        <rect className={styles.pulled} x="10.5" y="10.5" width="12" height="3" />
        <rect className={styles.bar} x="6" y="15.5" width="12" height="3" />
        <rect className={styles.bar} x="6" y="20.5" width="12" height="3" />
      </svg>
      {isMarkOnly ? null : <span className={styles.name}>{BRAND.name}</span>}
    </span>
  );
}
