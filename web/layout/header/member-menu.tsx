import { Link, useRouter } from '@tanstack/react-router';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import CreditCard from 'lucide-react/icons/credit-card';
import Heart from 'lucide-react/icons/heart';
import Keyboard from 'lucide-react/icons/keyboard';
import LibraryBig from 'lucide-react/icons/library-big';
import LogOut from 'lucide-react/icons/log-out';
import PencilLine from 'lucide-react/icons/pencil-line';
import ShieldCheck from 'lucide-react/icons/shield-check';
import UserRound from 'lucide-react/icons/user-round';
import { useRef, useState } from 'react';
import type { User } from '#contract/account.ts';
import { paths } from '#web/paths.ts';
import { lazyComponent } from '#web/ui/behavior/lazy-component.ts';
import { useTheme } from '#web/ui/behavior/use-theme.ts';
import { NEXT_THEME, THEME_ICONS } from '#web/ui/forms/theme-steps.ts';
import { Avatar } from '#web/ui/graphics/avatar.tsx';
import { Menu, type MenuItemProps } from '#web/ui/overlays/menu.tsx';
import styles from './member-menu.module.css';
import { avatarLetter, fullName } from './member-name.ts';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

const ShortcutDialog = lazyComponent(
  async () => (await import('#web/features/shortcuts/shortcut-dialog.tsx')).ShortcutDialog,
);

export function MemberMenu({ user }: { user: User }) {
  const name = fullName(user);
  const root = useRef<HTMLDivElement>(null);
  const [isShortcutsOpen, setShortcutsOpen] = useState(false);
  function openShortcuts() {
    // The focus returns there: the entry that opened the sheet goes with its menu.
    root.current?.querySelector('button')?.focus();
    setShortcutsOpen(true);
  }
  return (
    <div ref={root}>
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
        {(item) => <Entries item={item} isStaff={user.role !== 'member'} onShortcuts={openShortcuts} />}
      </Menu>
      {isShortcutsOpen ? <ShortcutDialog onClosed={() => setShortcutsOpen(false)} /> : null}
    </div>
  );
}

interface EntriesProps {
  item: MenuItemProps;
  isStaff: boolean;
  onShortcuts: () => void;
}

function Entries({ item, isStaff, onShortcuts }: EntriesProps) {
  return (
    <>
      {isStaff ? (
        <Link to="/admin" {...item}>
          <ShieldCheck {...ICON} />
          Back Office
        </Link>
      ) : null}
      <Link to="/favorites" {...item}>
        <Heart {...ICON} />
        My Favorites
      </Link>
      <Link to="/collections" {...item}>
        <LibraryBig {...ICON} />
        My Collections
      </Link>
      <Link to="/account" {...item}>
        <UserRound {...ICON} />
        Account
      </Link>
      <a href={paths.subscription()} {...item}>
        <CreditCard {...ICON} />
        Manage Subscription
      </a>
      {/* Loaded whole: only then the page may let the payment provider in. */}
      <a href={paths.orders()} {...item}>
        <PencilLine {...ICON} />
        My Custom Prompts
      </a>
      <ThemeEntry item={item} />
      <button
        type="button"
        {...item}
        onClick={() => {
          item.onClick();
          onShortcuts();
        }}
      >
        <Keyboard {...ICON} />
        Keyboard Shortcuts
      </button>
      <Link to="/help" {...item}>
        <CircleQuestionMark {...ICON} />
        Help
      </Link>
      {/* A navigation of the server's: the page that follows knows nothing of the member. */}
      <a href={paths.signOut()} {...item}>
        <LogOut {...ICON} />
        Sign Out
      </a>
    </>
  );
}

/** Stays open, so that the next theme is one press away. */
function ThemeEntry({ item }: { item: MenuItemProps }) {
  const { theme } = useRouter().options.context.settings;
  const [choice, choose] = useTheme(theme);
  const Icon = THEME_ICONS[choice];
  return (
    <button type="button" {...item} onClick={() => choose(NEXT_THEME[choice])}>
      <Icon {...ICON} />
      Theme: {choice}
    </button>
  );
}
