import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Bell from 'lucide-react/icons/bell';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import styles from './notice-bell.module.css';
import { unreadQuery } from './notices.queries.ts';

/** Larger counts are shown as "99+". */
const MAX_SHOWN = 99;

/** In the header: how much is unread, and the way there. */
export function NoticeBell({ className }: { className?: string | undefined }) {
  const { data } = useQuery(unreadQuery());
  const unread = data?.unread ?? 0;
  return (
    <Link
      to="/account/notices"
      className={buttonClass({ variant: 'ghost', isIcon: true }, className)}
      aria-label={unread === 0 ? 'Notices' : countWithNoun(unread, 'unread notice')}
    >
      <span className={styles.bell}>
        <Bell size={18} aria-hidden />
        {unread === 0 ? null : (
          <span className={styles.count} aria-hidden>
            {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
          </span>
        )}
      </span>
    </Link>
  );
}
