import { Link } from '@tanstack/react-router';
import { buttonClass } from '#web/ui/button-class.ts';
import { HeaderFrame } from './header-frame.tsx';
import styles from './visitor-header.module.css';

/** Home and Sign In: the bar of every page a visitor sees, but for the landing page. */
export function VisitorHeader() {
  return (
    <HeaderFrame className={styles.bar}>
      <Link to="/" className={styles.link}>
        Home
      </Link>
      {/* A navigation of the server's (SPEC section 7), no page of the router's. */}
      <a href="/api/login" className={buttonClass({ variant: 'primary' })}>
        Sign In
      </a>
    </HeaderFrame>
  );
}
