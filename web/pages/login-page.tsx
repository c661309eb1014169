import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { BRAND } from '#contract/brand.ts';
import { MAIN_ID, SkipLink } from '#web/layout/skip-link.tsx';
import { paths } from '#web/paths.ts';
import { Logo } from '#web/ui/logo.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ThemeSwitch } from '#web/ui/theme-switch.tsx';
import { GoogleButton } from './login/google-button.tsx';
import { loginErrorText } from './login/login-error.ts';
import { Spines } from './login/spines.tsx';
import styles from './login-page.module.css';

const route = getRouteApi('/login');

export function LoginPage() {
  const { error, id, returnUrl } = route.useSearch();
  const { theme } = useRouter().options.context.settings;
  return (
    <div className={styles.page}>
      <div className={styles.pane}>
        <SkipLink />
        <header>
          <Link to="/" className={styles.logo} aria-label={BRAND.name}>
            <Logo />
          </Link>
        </header>
        <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
          <h1>Sign in to your library</h1>
          <p className={styles.lead}>Your favorites, votes and plan are where you left them.</p>
          <div role="alert" className={styles.alert}>
            {error ? (
              <Notice variant="danger">
                {loginErrorText(error)}
                {id ? <p className={styles.reference}>Reference: {id}</p> : null}
              </Notice>
            ) : null}
          </div>
          <GoogleButton href={paths.googleSignIn(returnUrl)} />
          <p className={styles.terms}>
            By signing in you agree to our <Link to="/terms">Terms of Service</Link> and{' '}
            <Link to="/privacy">Privacy Policy</Link>.
          </p>
        </main>
        <footer className={styles.footer}>
          <p>
            © {BRAND.footerYear} {BRAND.name}
          </p>
          <ThemeSwitch drawnTheme={theme} />
        </footer>
      </div>
      <Spines />
    </div>
  );
}
