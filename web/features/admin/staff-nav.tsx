import { Link, useLocation } from '@tanstack/react-router';
import ChartLine from 'lucide-react/icons/chart-line';
import Flag from 'lucide-react/icons/flag';
import LibraryBig from 'lucide-react/icons/library-big';
import LifeBuoy from 'lucide-react/icons/life-buoy';
import PencilLine from 'lucide-react/icons/pencil-line';
import ScrollText from 'lucide-react/icons/scroll-text';
import Users from 'lucide-react/icons/users';
import type { Role } from '#contract/roles.ts';
import { hasRole } from '#contract/roles.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import styles from './staff-nav.module.css';

const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

const PAGES = [
  { to: '/admin', name: 'Overview', role: 'moderator', icon: <ChartLine {...ICON} /> },
  { to: '/admin/members', name: 'Members', role: 'moderator', icon: <Users {...ICON} /> },
  { to: '/admin/orders', name: 'Orders', role: 'moderator', icon: <PencilLine {...ICON} /> },
  { to: '/admin/moderation', name: 'Moderation', role: 'moderator', icon: <Flag {...ICON} /> },
  { to: '/admin/support', name: 'Support', role: 'moderator', icon: <LifeBuoy {...ICON} /> },
  { to: '/admin/library', name: 'Library', role: 'moderator', icon: <LibraryBig {...ICON} /> },
  { to: '/admin/audit', name: 'Audit', role: 'admin', icon: <ScrollText {...ICON} /> },
] as const;

/** The pages of staff that somebody of this role may open. */
export function StaffNav({ role }: { role: Role }) {
  const { pathname } = useLocation();
  const isCurrent = (to: string) => pathname === to || (to !== '/admin' && pathname.startsWith(`${to}/`));
  return (
    <nav aria-labelledby="nav-staff">
      <h2 id="nav-staff" className={styles.heading}>
        Back office
      </h2>
      <ul>
        {PAGES.filter((page) => hasRole(role, page.role)).map(({ to, name, icon }) => (
          <li key={to}>
            <Link
              to={to}
              className={classNames(styles.row, isCurrent(to) && styles.current)}
              {...(isCurrent(to) ? { 'aria-current': 'page' as const } : {})}
            >
              {icon}
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
