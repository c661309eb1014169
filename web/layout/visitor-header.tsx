import { Link, useRouter } from '@tanstack/react-router';
import { BRAND } from '#contract/brand.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Logo } from '#web/ui/logo.tsx';
import { ThemeButton } from '#web/ui/theme-button.tsx';
import styles from './visitor-header.module.css';

/** Home and Sign In: the bar of every page a visitor sees, but for the landing page. */
export function VisitorHeader() {
  const { theme } = useRouter().options.context.settings;
  return (
    <header className={classNames(styles.header, styles.bar)}>
      <div className={styles.inner}>
        <Link to="/" className={styles.logo} aria-label={BRAND.name}>
          <Logo />
        </Link>
        <nav className={styles.links} aria-label="Main">
          <ThemeButton drawnTheme={theme} className={classNames(styles.theme)} />
          <Link to="/" className={styles.link}>
            Home
          </Link>
          {/* A navigation of the server's (SPEC section 7), no page of the router's. */}
          <a href="/api/login" className={buttonClass({ variant: 'primary' })}>
            Sign In
          </a>
        </nav>
      </div>
    </header>
  );
}
