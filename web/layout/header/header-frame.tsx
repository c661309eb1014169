import { Link, useRouter } from '@tanstack/react-router';
import Search from 'lucide-react/icons/search';
import type { ReactNode } from 'react';
import { BRAND } from '#contract/brand.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { ThemeButton } from '#web/ui/forms/theme-button.tsx';
import { Logo } from '#web/ui/graphics/logo.tsx';
import { BrowseMenu } from './browse-menu.tsx';
import styles from './visitor-header.module.css';
import { VisitorSearch } from './visitor-search.tsx';

interface HeaderFrameProps {
  className: string | undefined;
  /** Before the links to categories and plans. */
  start?: ReactNode;
  signIn: ReactNode;
}

/**
 * What visitors' headers have in common: logo, search, theme button, and the ways to categories and plans. Where there
 * is no room for those they are in a menu, and search is an icon that leads to the search page.
 */
export function HeaderFrame({ className, start, signIn }: HeaderFrameProps) {
  const { theme } = useRouter().options.context.settings;
  return (
    <header className={classNames(styles.header, className)}>
      <div className={styles.inner}>
        <Link to="/" className={styles.logo} aria-label={BRAND.name}>
          <Logo />
        </Link>
        <div className={styles.search}>
          <VisitorSearch />
        </div>
        <nav className={styles.links} aria-label="Main">
          {start}
          <Link to="/" hash="categories" className={classNames(styles.link, styles.section)}>
            Categories
          </Link>
          <Link to="/" hash="plans" className={classNames(styles.link, styles.section)}>
            Plans
          </Link>
          <ThemeButton renderedTheme={theme} className={classNames(styles.theme)} />
          <Link
            to="/search"
            className={buttonClass({ variant: 'ghost', isIcon: true }, styles.searchIcon)}
            aria-label="Search"
          >
            <Search aria-hidden />
          </Link>
          <div className={styles.menu}>
            <BrowseMenu />
          </div>
          {signIn}
        </nav>
      </div>
    </header>
  );
}
