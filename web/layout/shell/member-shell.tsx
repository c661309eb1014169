import { useLocation } from '@tanstack/react-router';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useState } from 'react';
import type { User } from '#contract/account.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Logo } from '#web/ui/graphics/logo.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { PlanBanner } from '../banners/plan-banner.tsx';
import { TopBar } from '../header/top-bar.tsx';
import { keepOfflineCopy } from '../session/register-service-worker.ts';
import { FrameContext } from './frame-context.ts';
import styles from './member-shell.module.css';
import { SideNav } from './side-nav.tsx';
import { SiteFooter } from './site-footer.tsx';
import { MAIN_ID } from './skip-link.tsx';

// One file for the browser to fetch.
export { endSession } from '../session/end-session.ts';
export { loadMemberShellData } from '../session/load-member-shell-data.ts';

interface MemberShellProps {
  user: User;
  width: 'page' | 'full' | 'account';
  /** Instead of the library's own navigation. */
  side?: ReactNode;
  children: ReactNode;
}

/** Top bar, side navigation, page and footer. On narrow screens the navigation is in a drawer. */
export function MemberShell({ user, width, side, children }: MemberShellProps) {
  const { href } = useLocation();
  const { id, subscriptionTier: tier } = user;
  useEffect(() => void keepOfflineCopy({ id, tier }), [id, tier]);
  // Open at one address: following one of its links closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const navigation = side ?? <SideNav tier={user.subscriptionTier} />;
  const isAccount = width === 'account';
  return (
    <div className={styles.shell}>
      <TopBar user={user} onMenu={() => setOpenAt(href)} />
      <div className={styles.body}>
        {isAccount ? null : <div className={styles.side}>{navigation}</div>}
        <div className={classNames(styles.column, isAccount && styles.alone)}>
          <PlanBanner />
          <main
            id={MAIN_ID}
            tabIndex={-1}
            className={classNames(
              styles.main,
              width !== 'full' && styles.padded,
              isAccount && styles.account,
            )}
          >
            <FrameContext value>{children}</FrameContext>
          </main>
          <SiteFooter isMember />
        </div>
      </div>
      {openAt === href ? (
        <Dialog variant="drawer" label="Menu" onClosed={() => setOpenAt(null)}>
          {(close) => (
            <div className={styles.menu}>
              <div className={styles.menuHead}>
                <Logo />
                <Button variant="ghost" isIcon aria-label="Close menu" onClick={close}>
                  <X aria-hidden />
                </Button>
              </div>
              <div className={styles.drawer}>{navigation}</div>
            </div>
          )}
        </Dialog>
      ) : null}
    </div>
  );
}
