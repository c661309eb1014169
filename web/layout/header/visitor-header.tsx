import { Link } from '@tanstack/react-router';
import { login } from '#contract/account.ts';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { HeaderFrame } from './header-frame.tsx';
import styles from './visitor-header.module.css';

/** Home and Sign In: the bar of every page a visitor sees, but for the landing page. */
export function VisitorHeader() {
  return (
    <HeaderFrame
      className={styles.bar}
      start={
        <Link to="/" className={styles.link}>
          Home
        </Link>
      }
      // A navigation of the server's, no page of the router's.
      signIn={
        <a href={login.url} className={buttonClass({ variant: 'primary' })}>
          Sign In
        </a>
      }
    />
  );
}
