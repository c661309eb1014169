import { keepPreviousData, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import Heart from 'lucide-react/icons/heart';
import type { User } from '#contract/account.ts';
import { FAVORITE_SORTS, type FavoriteSort } from '#contract/sorts.ts';
import { countFavorites, useInteractions } from '#web/api/interactions.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import { categoriesQuery } from '#web/features/catalog/catalog.queries.ts';
import { isNarrowed, toPromptListQuery } from '#web/features/catalog/cross-category-search.ts';
import { favoritesQuery } from '#web/features/favorites/favorites.queries.ts';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { SignInRedirect } from '#web/layout/sign-in-redirect.tsx';
import { paths } from '#web/paths.ts';
import { EmptyState } from '#web/ui/cards/empty-state.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { countWithNoun, wholeNumber } from '#web/ui/text/format-count.ts';
import { FavoritesExport } from '../exports/favorites-export.tsx';
import { CrossCategoryList } from '../lists/cross-category-list.tsx';
import { ListHeader } from '../lists/list-header.tsx';
import { OfflineAvailability } from '../lists/offline-availability.tsx';
import { SORT_LABELS } from '../lists/sort-labels.ts';

// One file for the browser to fetch.
export { loadFavorites } from './load-favorites.ts';

const SIGN_IN = {
  title: 'Sign In Required',
  description: 'Please sign in to view your favorites',
  icon: 'info',
} as const;

const route = getRouteApi('/favorites');

export function FavoritesPage() {
  const user = useUser();
  return (
    <PageShell hasVisitorBanner={false}>
      {user ? <Favorites user={user} /> : <SignInRedirect message={SIGN_IN} returnUrl={paths.favorites()} />}
    </PageShell>
  );
}

function Favorites({ user }: { user: User }) {
  const { data: categories } = useSuspenseQuery(categoriesQuery());
  const filters = toPromptListQuery<FavoriteSort>(route.useSearch(), categories);
  const list = useInfiniteQuery({ ...favoritesQuery(filters), placeholderData: keepPreviousData });
  const total = list.data?.pages.at(-1)?.total ?? 0;
  const kept = countFavorites(useInteractions());
  return (
    <>
      <ListHeader
        title="My Favorites"
        line={`${isNarrowed(filters) ? partOf(total, kept) : countWithNoun(total, 'favorite')} • ${SORT_LABELS[filters.sort ?? 'added']}`}
        tools={total > 0 || isNarrowed(filters) ? <FavoritesExport tier={user.subscriptionTier} /> : null}
      />
      <OfflineAvailability />
      <CrossCategoryList
        kind="favorites"
        name="my favorites"
        noun="favorite"
        sorts={FAVORITE_SORTS}
        filters={filters}
        list={list}
        empty={<NoFavorites />}
      />
    </>
  );
}

/** @param kept 0 until the browser has read which prompts are kept */
function partOf(total: number, kept: number): string {
  const all = kept > 0 && kept >= total ? countWithNoun(kept, 'favorite') : 'your favorites';
  return `${wholeNumber(total)} of ${all}`;
}

function NoFavorites() {
  return (
    <EmptyState
      icon={Heart}
      title="No favorites yet"
      actions={
        <>
          <Link to="/search" className={buttonClass({ variant: 'line' })}>
            Browse Prompts
          </Link>
          <Link to="/" className={buttonClass({ variant: 'line' })}>
            Explore Categories
          </Link>
        </>
      }
    >
      <p>Start exploring prompts and save your favorites for quick access later.</p>
    </EmptyState>
  );
}
