import { Link } from '@tanstack/react-router';
import { classNames } from '#web/ui/behavior/class-names.ts';
import styles from './staff-tabs.module.css';

interface StaffViewsProps {
  to: '/admin/library' | '/admin/support';
  current: string | undefined;
  /** The first one has no name in the address. */
  views: readonly (readonly [view: string | undefined, name: string])[];
}

/** The parts of one page of staff. */
export function StaffViews({ to, current, views }: StaffViewsProps) {
  const shown = views.find(([view]) => view === current) ?? views[0];
  return (
    <nav aria-label="Parts of this page">
      <ul className={styles.views}>
        {views.map((one) => (
          <li key={one[1]}>
            <Link
              to={to}
              search={one[0] === undefined ? {} : { view: one[0] }}
              className={classNames(styles.view, one === shown && styles.current)}
              {...(one === shown ? { 'aria-current': 'page' as const } : {})}
            >
              {one[1]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
