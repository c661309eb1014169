import { Link } from '@tanstack/react-router';
import Search from 'lucide-react/icons/search';
import { PageShell } from '#web/layout/page-shell.tsx';
import { PageTitle } from '#web/layout/page-title.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Drawer } from '#web/ui/drawer.tsx';
import styles from './not-found-page.module.css';

/** Every address that is none of ours, with HTTP status 404 (DECISIONS 47). The tabs lead to the categories. */
export function NotFoundPage() {
  return (
    <PageShell hasNotice={false} width="full">
      <PageTitle>404 Page Not Found</PageTitle>
      <div className={styles.page}>
        <Drawer
          className={styles.drawer}
          renderTab={({ slug }, contents, className) => (
            <Link to="/category/$slug" params={{ slug }} className={className}>
              {contents}
            </Link>
          )}
        >
          <div className={styles.top} aria-hidden="true">
            <span>404.000 NIL</span>
            <span>misfiled</span>
          </div>
          <div className={styles.body}>
            <h1 className={styles.title}>404 Page Not Found</h1>
            <p className={styles.lead}>
              This card is not in the drawer. It may have moved to another shelf, or the address has a typo.
            </p>
            <div className={styles.actions}>
              <Link to="/" className={buttonClass()}>
                Home
              </Link>
              <Link to="/search" className={buttonClass({ variant: 'line' })}>
                <Search aria-hidden />
                Search
              </Link>
            </div>
          </div>
          <span className={styles.hole} aria-hidden="true" />
        </Drawer>
      </div>
    </PageShell>
  );
}
