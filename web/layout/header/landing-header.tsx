import { Link } from '@tanstack/react-router';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { HeaderFrame } from './header-frame.tsx';
import styles from './visitor-header.module.css';

interface LandingHeaderProps {
  /** While the page's own search is on the screen. */
  isSearchHidden: boolean;
}

/** The landing page's bar: it belongs to the page's own column, and has a rule under it once that scrolls. */
export function LandingHeader({ isSearchHidden }: LandingHeaderProps) {
  return (
    <HeaderFrame
      className={classNames(styles.landing, isSearchHidden && styles.atTop)}
      signIn={
        <Link to="/login" className={buttonClass({ variant: 'line' })}>
          Sign In
        </Link>
      }
    />
  );
}
