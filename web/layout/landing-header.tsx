import { Link } from '@tanstack/react-router';
import { buttonClass } from '#web/ui/button-class.ts';
import { classNames } from '#web/ui/class-names.ts';
import { HeaderFrame } from './header-frame.tsx';
import styles from './visitor-header.module.css';

/** The landing page's bar: it belongs to the page's own column and has no rule under it. */
export function LandingHeader() {
  return (
    <HeaderFrame className={styles.landing}>
      <a href="#categories" className={classNames(styles.link, styles.section)}>
        Categories
      </a>
      <a href="#plans" className={classNames(styles.link, styles.section)}>
        Plans
      </a>
      <Link to="/login" className={buttonClass({ variant: 'line' })}>
        Sign In
      </Link>
    </HeaderFrame>
  );
}
