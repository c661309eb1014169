import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import styles from './page-shell.module.css';
import { SiteFooter } from './site-footer.tsx';
import { MAIN_ID, SkipLink } from './skip-link.tsx';
import { VisitorHeader } from './visitor-header.tsx';
import { VisitorNotice } from './visitor-notice.tsx';

interface PageShellProps {
  children: ReactNode;
  /** Instead of Home and Sign In. */
  header?: ReactNode;
  /** The strip that tells visitors browsing is open; pages without a library leave it out. */
  hasNotice?: boolean;
  /** `page`: padded column of at most 1184 px. `full`: edge to edge, the page pads itself. */
  width?: 'page' | 'full';
}

/** Skip link, header, notice, `<main>` and footer around a page. The page brings its one `<h1>`. */
export function PageShell({ children, header, hasNotice = true, width = 'page' }: PageShellProps) {
  return (
    <div className={classNames(styles.shell, width === 'full' && styles.wide)}>
      <SkipLink />
      {header ?? <VisitorHeader />}
      {hasNotice ? <VisitorNotice /> : null}
      <main id={MAIN_ID} tabIndex={-1} className={classNames(styles.main, width === 'page' && styles.padded)}>
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}
