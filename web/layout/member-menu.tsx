import { Link } from '@tanstack/react-router';
import CreditCard from 'lucide-react/icons/credit-card';
import Heart from 'lucide-react/icons/heart';
import LogOut from 'lucide-react/icons/log-out';
import type { User } from '#contract/account.ts';
import { paths } from '#web/paths.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Menu } from '#web/ui/menu.tsx';
import styles from './member-menu.module.css';
import { avatarLetter, fullName } from './member-name.ts';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

export function MemberMenu({ user }: { user: User }) {
  const name = fullName(user);
  return (
    <Menu
      label={`Account of ${name}`}
      button={<Avatar initial={avatarLetter(user)} picture={user.profileImageUrl} />}
      header={
        <>
          <p className={styles.name}>{name}</p>
          <p className={styles.email}>{user.email}</p>
        </>
      }
    >
      {(item) => (
        <>
          <Link to="/favorites" {...item}>
            <Heart {...ICON} />
            My Favorites
          </Link>
          <a href={paths.subscription()} {...item}>
            <CreditCard {...ICON} />
            Manage Subscription
          </a>
          {/* A navigation of the server's: the page that follows knows nothing of the member. */}
          <a href={paths.signOut()} {...item}>
            <LogOut {...ICON} />
            Sign Out
          </a>
        </>
      )}
    </Menu>
  );
}
