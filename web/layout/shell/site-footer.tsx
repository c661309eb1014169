import { Link, useRouter } from '@tanstack/react-router';
import { BRAND } from '#contract/brand.ts';
import { paths } from '#web/paths.ts';
import { ThemeSwitch } from '#web/ui/forms/theme-switch.tsx';
import { Logo } from '#web/ui/graphics/logo.tsx';
import styles from './site-footer.module.css';

/** The same links in the same order on every page (WCAG 3.2.6). The year is the specification's. */
export function SiteFooter({ isMember = false }: { isMember?: boolean }) {
  const { theme } = useRouter().options.context.settings;
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <p className={styles.owner}>
          <Logo isMarkOnly />© {BRAND.footerYear} {BRAND.name}
        </p>
        <ThemeSwitch renderedTheme={theme} />
        <nav className={styles.links} aria-label="Footer">
          <Link to="/" hash="categories" className={styles.link}>
            Categories
          </Link>
          {isMember ? (
            <a href={paths.subscribe()} className={styles.link}>
              Plans
            </a>
          ) : (
            <Link to="/" hash="plans" className={styles.link}>
              Plans
            </Link>
          )}
          <Link to="/help" className={styles.link}>
            Help
          </Link>
          <Link to="/contact" className={styles.link}>
            Contact
          </Link>
          <Link to="/terms" className={styles.link}>
            Terms of Service
          </Link>
          <Link to="/privacy" className={styles.link}>
            Privacy Policy
          </Link>
          {isMember ? (
            <a href={paths.signOut()} className={styles.link}>
              Sign Out
            </a>
          ) : (
            <Link to="/login" className={styles.link}>
              Sign In
            </Link>
          )}
        </nav>
      </div>
    </footer>
  );
}
