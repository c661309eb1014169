import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BRAND } from '#contract/brand.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Logo } from '#web/ui/logo.tsx';
import { ThemeButton } from '#web/ui/theme-button.tsx';
import styles from './visitor-header.module.css';

interface HeaderFrameProps {
  className: string | undefined;
  /** Links behind the theme button. */
  children: ReactNode;
}

/** What visitors' headers have in common: logo, theme button, and a navigation for their own links. */
export function HeaderFrame({ className, children }: HeaderFrameProps) {
  const { theme } = useRouter().options.context.settings;
  return (
    <header className={classNames(styles.header, className)}>
      <div className={styles.inner}>
        <Link to="/" className={styles.logo} aria-label={BRAND.name}>
          <Logo />
        </Link>
        <nav className={styles.links} aria-label="Main">
          <ThemeButton drawnTheme={theme} className={classNames(styles.theme)} />
          {children}
        </nav>
      </div>
    </header>
  );
}
