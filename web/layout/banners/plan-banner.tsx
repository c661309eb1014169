import { useLocation } from '@tanstack/react-router';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useSubscriptionStatus } from '#web/features/billing/billing.queries.ts';
import { BillingDate } from '#web/features/billing/billing-date.tsx';
import { planAlert } from '#web/features/billing/billing-messages.ts';
import { paths } from '#web/paths.ts';
import { parseSearch } from '#web/search-params.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { useClock } from '#web/ui/behavior/page-clock.tsx';
import styles from './plan-banner.module.css';

/** Above every page of a member whose payment failed, or whose trial runs. */
export function PlanBanner() {
  const status = useSubscriptionStatus();
  const { now } = useClock();
  const { pathname, searchStr } = useLocation();
  // The overview of plans shows a trial in more detail, and the page of the subscription everything.
  const isOverview = pathname === '/subscribe' && !('tier' in parseSearch(searchStr));
  if (!status || pathname === '/subscription') return null;
  const alert = planAlert(status, Math.floor(now / 1000));
  if (!alert || (alert.kind === 'trial' && isOverview)) return null;
  if (alert.kind === 'trial') {
    return (
      <aside className={styles.strip} aria-label="Trial">
        <p>
          Your Pro trial: {alert.left} left, until <BillingDate at={alert.endsAt} />.
        </p>
        <a href={paths.subscribe()} className={styles.link}>
          Choose a plan
        </a>
      </aside>
    );
  }
  return (
    <aside className={classNames(styles.strip, styles.overdue)} aria-label="Payment overdue">
      <TriangleAlert size={16} aria-hidden />
      <p>
        Your last payment failed.{' '}
        {alert.until === null ? (
          <>{alert.plan} is locked until you pay.</>
        ) : (
          <>
            You keep {alert.plan} until <BillingDate at={alert.until} />.
          </>
        )}
      </p>
      <a href={paths.subscription()} className={styles.link}>
        Pay now
      </a>
    </aside>
  );
}
