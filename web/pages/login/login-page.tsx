import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { BRAND } from '#contract/brand.ts';
import { SIGN_IN_CANCELED } from '#contract/errors.ts';
import { promptCardQuery } from '#web/features/prompts/prompt.queries.ts';
import { WantedPrompt } from '#web/features/prompts/upgrade/wanted-prompt.tsx';
import { MAIN_ID } from '#web/layout/shell/skip-link.tsx';
import { paths } from '#web/paths.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { ThemeSwitch } from '#web/ui/forms/theme-switch.tsx';
import { Logo } from '#web/ui/graphics/logo.tsx';
import { wantedPromptId } from '#web/wanted-prompt.ts';
import { BookSpines } from './book-spines.tsx';
import { GoogleButton } from './google-button.tsx';
import { loginErrorText } from './login-error.ts';
import styles from './login-page.module.css';
import { signInReason } from './sign-in-reason.ts';
import { SignInTerms } from './sign-in-terms.tsx';

const route = getRouteApi('/login');

export function LoginPage() {
  const { error, id, returnUrl } = route.useSearch();
  const wanted = wantedPromptId(returnUrl);
  // What the loader found; a card that could not be read is not asked for again.
  const { data: prompt } = useQuery({ ...promptCardQuery(wanted ?? ''), enabled: false });
  const { theme } = useRouter().options.context.settings;
  return (
    <div className={styles.page}>
      <div className={styles.pane}>
        <header>
          <Link to="/" className={styles.logo} aria-label={BRAND.name}>
            <Logo />
          </Link>
        </header>
        <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
          <h1>Sign in to your library</h1>
          {prompt ? (
            <WantedPrompt prompt={prompt} />
          ) : (
            <p className={styles.lead}>{signInReason(returnUrl)}</p>
          )}
          <div role="alert" className={styles.alert}>
            {error ? (
              <Callout variant={error === SIGN_IN_CANCELED ? 'box' : 'danger'}>
                {loginErrorText(error)}
                {id ? <p className={styles.reference}>Reference: {id}</p> : null}
              </Callout>
            ) : null}
          </div>
          <GoogleButton href={paths.googleSignIn(returnUrl)} />
          <SignInTerms />
        </main>
        <footer className={styles.footer}>
          <p>
            © {BRAND.footerYear} {BRAND.name}
          </p>
          <ThemeSwitch renderedTheme={theme} />
        </footer>
      </div>
      <BookSpines />
    </div>
  );
}
