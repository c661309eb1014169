import { Link } from '@tanstack/react-router';
import { classNames } from '#web/ui/behavior/class-names.ts';
import styles from './staff-tabs.module.css';

interface StaffTabsProps {
  to: '/admin/library' | '/admin/support';
  current: string | undefined;
  /** The first one has no name in the address. */
  views: readonly (readonly [view: string | undefined, name: string])[];
}

/** The tabs of a staff page. */
export function StaffTabs({ to, current, views }: StaffTabsProps) {
  const shown = views.find(([view]) => view === current) ?? views[0];
  return (
    <nav aria-label="Parts of this page">
      <ul className={styles.views}>
        {views.map((tab) => (
          <li key={tab[1]}>
            <Link
              to={to}
              search={tab[0] === undefined ? {} : { view: tab[0] }}
              className={classNames(styles.view, tab === shown && styles.current)}
              {...(tab === shown ? { 'aria-current': 'page' as const } : {})}
            >
              {tab[1]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
