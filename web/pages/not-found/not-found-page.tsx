import { Link } from '@tanstack/react-router';
import Search from 'lucide-react/icons/search';
import { PageTitle } from '#web/layout/page-title.tsx';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { CategoryTabStack } from '#web/ui/cards/category-tab-stack.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import styles from './not-found-page.module.css';

/** Every address that is none of ours, with HTTP status 404. The tabs lead to the categories. */
export function NotFoundPage() {
  return (
    <PageShell hasVisitorBanner={false} width="full">
      <PageTitle>404 Page Not Found</PageTitle>
      <div className={styles.page}>
        <CategoryTabStack
          className={styles.drawer}
          label="Categories"
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
              We couldn’t find this page. It may have moved, or the address has a typo. If a link led you
              here, see <Link to="/help">Help</Link> or <Link to="/contact">tell us</Link>.
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
        </CategoryTabStack>
      </div>
    </PageShell>
  );
}
