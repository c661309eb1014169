import { Link } from '@tanstack/react-router';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { HeaderFrame } from './header-frame.tsx';
import styles from './visitor-header.module.css';

/** The landing page's bar: it belongs to the page's own column and has no rule under it. */
export function LandingHeader() {
  return (
    <HeaderFrame
      className={styles.landing}
      signIn={
        <Link to="/login" className={buttonClass({ variant: 'line' })}>
          Sign In
        </Link>
      }
    />
  );
}
