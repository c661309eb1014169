import { useNavigate } from '@tanstack/react-router';
import ArrowRight from 'lucide-react/icons/arrow-right';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import CreditCard from 'lucide-react/icons/credit-card';
import FolderPlus from 'lucide-react/icons/folder-plus';
import Heart from 'lucide-react/icons/heart';
import History from 'lucide-react/icons/history';
import House from 'lucide-react/icons/house';
import Keyboard from 'lucide-react/icons/keyboard';
import LibraryBig from 'lucide-react/icons/library-big';
import LogIn from 'lucide-react/icons/log-in';
import LogOut from 'lucide-react/icons/log-out';
import PencilLine from 'lucide-react/icons/pencil-line';
import Search from 'lucide-react/icons/search';
import SunMoon from 'lucide-react/icons/sun-moon';
import TrendingUp from 'lucide-react/icons/trending-up';
import UserRound from 'lucide-react/icons/user-round';
import { useUser } from '#web/features/account/account.queries.ts';
import { filterItems } from '#web/features/palette/filter-items.ts';
import type { PaletteItem } from '#web/features/palette/palette-item.ts';
import { paths } from '#web/paths.ts';
import { type ThemeChoice, useTheme } from '#web/ui/behavior/use-theme.ts';
import { NEXT_THEME } from '#web/ui/forms/theme-steps.ts';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
const MAX_ITEMS = 15;
const THEMES = ['system', 'light', 'dark'] as const satisfies readonly ThemeChoice[];

/** What does more than to lead somewhere, or stands for the text itself. */
const NOT_PAGES = new Set(['collect', 'results', 'sheet', 'sign-out', 'theme']);

/** Whether Enter may take it without a second look. */
export const isPage = ({ id }: PaletteItem): boolean => !NOT_PAGES.has(id);

interface ActionHandlers {
  onShortcuts: () => void;
  /** Absent where there is no prompt to add. */
  onCollect: (() => void) | undefined;
  /** What leads to the search page. */
  results: string;
}

/** What can be done from anywhere; with a text, the whole search for it comes first. */
export function usePaletteActions(
  text: string,
  { onShortcuts, onCollect, results }: ActionHandlers,
): PaletteItem[] {
  const navigate = useNavigate();
  const user = useUser();
  // The palette opens in the browser alone: nothing was rendered with another theme.
  const [theme, choose] = useTheme(undefined);
  const typed = text.toLowerCase();
  const nextTheme = THEMES.find((one) => typed && one.startsWith(typed)) ?? NEXT_THEME[theme];
  const all: PaletteItem[] = [
    ...(user && onCollect
      ? [
          {
            id: 'collect',
            label: 'Add to collection…',
            icon: <FolderPlus {...ICON} />,
            onOpen: onCollect,
          },
        ]
      : []),
    { id: 'home', label: 'Home', icon: <House {...ICON} />, onOpen: () => void navigate({ to: '/' }) },
    {
      id: 'search',
      label: 'Search & Discovery',
      icon: <Search {...ICON} />,
      onOpen: () => void navigate({ to: '/search' }),
    },
    {
      id: 'top-rated',
      label: 'Top Rated',
      icon: <TrendingUp {...ICON} />,
      onOpen: () => void navigate({ to: '/top-rated' }),
    },
    ...(user ? memberActions(navigate) : []),
    {
      id: 'help',
      label: 'Help',
      icon: <CircleQuestionMark {...ICON} />,
      onOpen: () => void navigate({ to: '/help' }),
    },
    {
      id: 'plans',
      label: 'Plans',
      words: 'subscribe subscription upgrade pricing',
      icon: <CreditCard {...ICON} />,
      // Loaded whole, as a member's below.
      onOpen: () => location.assign(paths.subscribe()),
    },
    {
      id: 'theme',
      label: `Change theme to ${nextTheme}`,
      words: 'dark light system mode color appearance',
      icon: <SunMoon {...ICON} />,
      // The list stays: the theme shows behind it, and Enter goes on to the next one.
      isStaying: true,
      onOpen: () => choose(nextTheme),
    },
    { id: 'sheet', label: 'Keyboard shortcuts', icon: <Keyboard {...ICON} />, onOpen: onShortcuts },
    user
      ? {
          id: 'sign-out',
          label: 'Sign Out',
          icon: <LogOut {...ICON} />,
          // A navigation of the server's, as in the avatar menu.
          onOpen: () => location.assign(paths.signOut()),
        }
      : {
          id: 'sign-in',
          label: 'Sign In',
          icon: <LogIn {...ICON} />,
          onOpen: () => void navigate({ to: '/login', search: {} }),
        },
  ];
  const found = filterItems(all, text, MAX_ITEMS);
  if (!text) return found;
  const everything: PaletteItem = {
    id: 'results',
    label: results,
    icon: <ArrowRight {...ICON} />,
    onOpen: () => void navigate({ to: '/search', search: { q: text } }),
    isAlways: true,
  };
  return [everything, ...found];
}

function memberActions(navigate: ReturnType<typeof useNavigate>): PaletteItem[] {
  return [
    {
      id: 'favorites',
      label: 'My Favorites',
      icon: <Heart {...ICON} />,
      onOpen: () => void navigate({ to: '/favorites' }),
    },
    {
      id: 'collections',
      label: 'My Collections',
      icon: <LibraryBig {...ICON} />,
      onOpen: () => void navigate({ to: '/collections' }),
    },
    {
      id: 'recent',
      label: 'Recent Prompts',
      icon: <History {...ICON} />,
      onOpen: () => void navigate({ to: '/recent' }),
    },
    {
      id: 'account',
      label: 'Account',
      icon: <UserRound {...ICON} />,
      onOpen: () => void navigate({ to: '/account' }),
    },
    {
      id: 'subscription',
      label: 'Manage Subscription',
      words: 'plan billing invoices',
      icon: <CreditCard {...ICON} />,
      // Loaded whole: only then the page may let the payment provider in.
      onOpen: () => location.assign(paths.subscription()),
    },
    {
      id: 'orders',
      label: 'My Custom Prompts',
      icon: <PencilLine {...ICON} />,
      // As above.
      onOpen: () => location.assign(paths.orders()),
    },
  ];
}
