import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Heart from 'lucide-react/icons/heart';
import { LIMITS } from '#contract/limits.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import { favoritesQuery, shownFavorites } from '#web/features/favorites/favorites.queries.ts';
import { PromptGrid } from '#web/features/prompts/prompt-grid.tsx';
import { PageShell } from '#web/layout/page-shell.tsx';
import { SignInFirst } from '#web/layout/sign-in-first.tsx';
import { paths } from '#web/paths.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { countWords } from '#web/ui/format-count.ts';
import { LoadMore } from '#web/ui/load-more.tsx';
import { useFocusOnNew } from '#web/ui/use-focus-on-new.ts';
import { FavoritesExport } from './exports/favorites-export.tsx';
import { ListHead } from './lists/list-head.tsx';
import { useCardActions } from './lists/use-card-actions.tsx';
import { useKeepFocus } from './lists/use-keep-focus.ts';
import { useLoadedPages } from './lists/use-loaded-pages.ts';

/** SPEC section 2. */
const SIGN_IN = {
  title: 'Sign In Required',
  description: 'Please sign in to view your favorites',
  icon: 'info',
} as const;

export function FavoritesPage() {
  const user = useUser();
  return (
    <PageShell hasNotice={false}>
      {user ? <Favorites /> : <SignInFirst words={SIGN_IN} returnUrl={paths.favorites()} />}
    </PageShell>
  );
}

function Favorites() {
  const query = useSuspenseInfiniteQuery(favoritesQuery());
  const { prompts, total } = shownFavorites(query.data);
  const user = useUser();
  const cards = useCardActions();
  const list = useKeepFocus(prompts.length);
  const focus = useFocusOnNew(prompts.length);
  useLoadedPages({ ...query, isPlaceholderData: false });

  async function loadMore() {
    focus.expectMore();
    const answer = await query.fetchNextPage();
    if (answer.isError) focus.expectNothing();
  }
  return (
    <>
      <ListHead
        title="My Favorites"
        line={`${countWords(total, 'favorite')} • Most recently added`}
        tools={prompts.length > 0 && user ? <FavoritesExport tier={user.subscriptionTier} /> : null}
      />
      <div ref={list}>
        {prompts.length > 0 ? (
          <>
            <PromptGrid prompts={prompts} columns={3} ref={focus.list} {...cards.grid} />
            {total > LIMITS.favoritePage ? (
              <LoadMore
                shown={prompts.length}
                total={total}
                noun="favorite"
                hasMore={query.hasNextPage}
                isLoading={query.isFetchingNextPage}
                isFailed={query.isFetchNextPageError}
                isShown
                onLoad={() => void loadMore()}
              >
                Load More Favorites
              </LoadMore>
            ) : null}
          </>
        ) : (
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
        )}
      </div>
      {cards.dialog}
    </>
  );
}
