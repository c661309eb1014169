import { Link, useLocation } from '@tanstack/react-router';
import { LIMITS } from '#contract/limits.ts';
import { GoogleButton } from '#web/pages/login/google-button.tsx';
import { paths } from '#web/paths.ts';
import { CategoryCardSkeletons } from '#web/ui/cards/category-card.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { BackLink } from '#web/ui/text/back-link.tsx';
import styles from './sign-in-view.module.css';

/** What a visitor meets; signing in leads back to the same choice. */
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
        <p className={styles.text}>Sign in to choose a plan. We’ll bring you back here.</p>
        <GoogleButton href={paths.googleSignIn(href)} text="Sign In with Google" />
        <Link to="/" hash="plans" className={buttonClass({ variant: 'ghost' })}>
          See plans
        </Link>
      </section>
    </>
  );
}

/** While the viewer is unknown. */
export function SignInWaiting() {
  return (
    <main className={styles.waiting} aria-busy="true">
      <p className="visually-hidden" role="status">
        Checking who is signed in
      </p>
      <CategoryCardSkeletons count={LIMITS.placeholders} />
    </main>
  );
}
