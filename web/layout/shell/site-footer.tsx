import { Link, useRouter } from '@tanstack/react-router';
import { BRAND } from '#contract/brand.ts';
import { paths } from '#web/paths.ts';
import { ThemeSwitch } from '#web/ui/forms/theme-switch.tsx';
import { Logo } from '#web/ui/graphics/logo.tsx';
import styles from './site-footer.module.css';

const PAGES = [
  ['/help', 'Help'],
  ['/contact', 'Contact'],
  ['/terms', 'Terms of Service'],
  ['/privacy', 'Privacy Policy'],
] as const;

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
          <Link to="/" hash="categories">
            Categories
          </Link>
          {isMember ? (
            <a href={paths.subscribe()}>Plans</a>
          ) : (
            <Link to="/" hash="plans">
              Plans
            </Link>
          )}
          {PAGES.map(([to, name]) => (
            <Link key={to} to={to}>
              {name}
            </Link>
          ))}
          {isMember ? <a href={paths.signOut()}>Sign Out</a> : <Link to="/login">Sign In</Link>}
        </nav>
      </div>
    </footer>
  );
}
