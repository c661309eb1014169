import { type ReactNode, use } from 'react';
import { useUser } from '#web/features/account/account.queries.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { VisitorBanner } from '../banners/visitor-banner.tsx';
import { VisitorHeader } from '../header/visitor-header.tsx';
import { useIsViewerUnknown } from '../session/viewer.ts';
import { FrameContext } from './frame-context.ts';
import { LazyMemberShell } from './lazy-member-shell.tsx';
import styles from './page-shell.module.css';
import { SiteFooter } from './site-footer.tsx';
import { MAIN_ID } from './skip-link.tsx';

interface PageShellProps {
  children: ReactNode;
  /** Instead of Home and Sign In. */
  header?: ReactNode;
  /** The strip for visitors: browsing is open; pages without a library leave it out. */
  hasVisitorBanner?: boolean;
  /**
   * `page`: padded column of at most 1184 px. `full`: edge to edge, the page pads itself. `account`: a column of 1040 px
   * without a member's side navigation.
   */
  width?: 'page' | 'full' | 'account';
  /** Instead of the spinner while the viewer is unknown. */
  waiting?: ReactNode;
}

/**
 * Skip link, header, notice, `<main>` and footer around a page, or a member's own frame; a spinner while the
 * viewer is unknown. The page brings its one `<h1>`.
 */
export function PageShell({
  children,
  header,
  hasVisitorBanner = true,
  width = 'page',
  waiting,
}: PageShellProps) {
  const user = useUser();
  const isUnknown = useIsViewerUnknown();
  if (use(FrameContext)) return children;
  if (isUnknown) return waiting ?? <Spinner />;
  if (user) {
    return (
      <LazyMemberShell user={user} width={width}>
        {children}
      </LazyMemberShell>
    );
  }
  return (
    <div
      className={classNames(
        styles.shell,
        width === 'full' && styles.wide,
        width === 'account' && styles.narrow,
      )}
    >
      {header ?? <VisitorHeader />}
      {hasVisitorBanner ? <VisitorBanner /> : null}
      <main
        id={MAIN_ID}
        tabIndex={-1}
        className={classNames(
          styles.main,
          width !== 'full' && styles.padded,
          width === 'account' && styles.account,
        )}
      >
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}
