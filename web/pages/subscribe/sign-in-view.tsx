import { Link, useLocation } from '@tanstack/react-router';
import { LIMITS } from '#contract/limits.ts';
import { GoogleButton } from '#web/pages/login/google-button.tsx';
import { paths } from '#web/paths.ts';
import { BackLink } from '#web/ui/back-link.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { VolumeSkeletons } from '#web/ui/volume.tsx';
import styles from './sign-in-view.module.css';

/** What a visitor meets; signing in leads back to the same choice (SPEC section 2). */
export function SignInView() {
  const { href } = useLocation();
  return (
    <>
      <BackLink>
        {(className) => (
          <Link to="/" className={className}>
            Back to Home
          </Link>
        )}
      </BackLink>
      <section className={styles.card}>
        <h1 className={styles.title}>Sign In Required</h1>
        <p className={styles.text}>
          Plans belong to an account. Sign in, and you come back to the plan you chose.
        </p>
        <GoogleButton href={paths.googleSignIn(href)} text="Sign In with Google" />
        <Link to="/" hash="plans" className={buttonClass({ variant: 'ghost' })}>
          Look at the plans first
        </Link>
      </section>
    </>
  );
}

/** While nobody knows who looks. */
export function SignInWaiting() {
  return (
    <main className={styles.waiting} aria-busy="true">
      <p className="visually-hidden" role="status">
        Checking who is signed in
      </p>
      <VolumeSkeletons count={LIMITS.placeholders} />
    </main>
  );
}
