import { Link } from '@tanstack/react-router';
import styles from './sign-in-terms.module.css';

/** Wherever Google's button stands. */
export function SignInTerms() {
  return (
    <p className={styles.terms}>
      By signing in you agree to our <Link to="/terms">Terms of Service</Link> and{' '}
      <Link to="/privacy">Privacy Policy</Link>.
    </p>
  );
}
