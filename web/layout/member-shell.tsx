import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { User } from '#contract/account.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Logo } from '#web/ui/logo.tsx';
import { SideDrawer } from '#web/ui/side-drawer.tsx';
import styles from './member-shell.module.css';
import { PlanStrip } from './plan-strip.tsx';
import { SideNav } from './side-nav.tsx';
import { SiteFooter } from './site-footer.tsx';
import { MAIN_ID, SkipLink } from './skip-link.tsx';
import { TopBar } from './top-bar.tsx';

interface MemberShellProps {
  user: User;
  width: 'page' | 'full' | 'account';
  children: ReactNode;
}

/** Top bar, side navigation, page and footer. Where it is narrow the navigation waits in a drawer. */
export function MemberShell({ user, width, children }: MemberShellProps) {
  const { href } = useLocation();
  // Open at one address: whoever follows one of its links finds it closed.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isAccount = width === 'account';
  return (
    <div className={styles.shell}>
      <SkipLink />
      <TopBar user={user} onMenu={() => setOpenAt(href)} />
      <div className={styles.body}>
        {isAccount ? null : (
          <div className={styles.side}>
            <SideNav tier={user.subscriptionTier} />
          </div>
        )}
        <div className={classNames(styles.column, isAccount && styles.alone)}>
          <PlanStrip />
          <main
            id={MAIN_ID}
            tabIndex={-1}
            className={classNames(
              styles.main,
              width !== 'full' && styles.padded,
              isAccount && styles.account,
            )}
          >
            {children}
          </main>
          <SiteFooter isMember />
        </div>
      </div>
      {openAt === href ? (
        <SideDrawer label="Menu" head={<Logo />} onClosed={() => setOpenAt(null)}>
          <div className={styles.drawer}>
            <SideNav tier={user.subscriptionTier} />
          </div>
        </SideDrawer>
      ) : null}
    </div>
  );
}
