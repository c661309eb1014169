import { Link, useNavigate } from '@tanstack/react-router';
import Heart from 'lucide-react/icons/heart';
import MenuIcon from 'lucide-react/icons/menu';
import Search from 'lucide-react/icons/search';
import type { User } from '#contract/account.ts';
import { BRAND } from '#contract/brand.ts';
import { NoticeBell } from '#web/features/notices/notice-bell.tsx';
import { LiveSearch } from '#web/features/search/live/live-search.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { Logo } from '#web/ui/graphics/logo.tsx';
import { TierBadge } from '#web/ui/graphics/tier-badge.tsx';
import { MemberMenu } from './member-menu.tsx';
import styles from './top-bar.module.css';

interface TopBarProps {
  user: User;
  onMenu: () => void;
}

/** The bar of every page a member sees. On phones search and favorites are icons, search the page of its own. */
export function TopBar({ user, onMenu }: TopBarProps) {
  const navigate = useNavigate();
  return (
    <header className={styles.bar}>
      <Button variant="ghost" isIcon className={styles.menu} aria-label="Open menu" onClick={onMenu}>
        <MenuIcon aria-hidden />
      </Button>
      <div className={styles.start}>
        <Link to="/" className={styles.logo} aria-label={BRAND.name}>
          <Logo />
        </Link>
        <TierBadge tier={user.subscriptionTier} isNamed />
      </div>
      <div className={styles.search}>
        <LiveSearch
          memberId={user.id}
          onSearch={(q) => void navigate({ to: '/search', search: { q } })}
          onOpen={(id) => void navigate({ to: '/prompt/$id', params: { id } })}
        />
      </div>
      <nav className={styles.end} aria-label="Member">
        <Link
          to="/search"
          className={buttonClass({ variant: 'ghost', isIcon: true }, styles.searchIcon)}
          aria-label="Search"
        >
          <Search aria-hidden />
        </Link>
        <Link to="/favorites" className={buttonClass({ variant: 'ghost' }, styles.favorites)}>
          <Heart aria-hidden />
          <span className={styles.word}>Favorites</span>
        </Link>
        <NoticeBell className={styles.bell} />
        <MemberMenu user={user} />
      </nav>
    </header>
  );
}
