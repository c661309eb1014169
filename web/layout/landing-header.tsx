import { Link, useRouter } from '@tanstack/react-router';
import { BRAND } from '#contract/brand.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Logo } from '#web/ui/logo.tsx';
import { ThemeButton } from '#web/ui/theme-button.tsx';
import styles from './visitor-header.module.css';

/** The landing page's bar: it belongs to the page's own column and has no rule under it. */
export function LandingHeader() {
  const { theme } = useRouter().options.context.settings;
  return (
    <header className={classNames(styles.header, styles.landing)}>
      <div className={styles.inner}>
        <Link to="/" className={styles.logo} aria-label={BRAND.name}>
          <Logo />
        </Link>
        <nav className={styles.links} aria-label="Main">
          <ThemeButton drawnTheme={theme} className={classNames(styles.theme)} />
          <a href="#categories" className={classNames(styles.link, styles.section)}>
            Categories
          </a>
          <a href="#plans" className={classNames(styles.link, styles.section)}>
            Plans
          </a>
          <Link to="/login" className={buttonClass({ variant: 'line' })}>
            Sign In
          </Link>
        </nav>
      </div>
    </header>
  );
}
