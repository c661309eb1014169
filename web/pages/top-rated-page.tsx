import { useInfiniteQuery } from '@tanstack/react-query';
import { ListResults } from '#web/features/catalog/list-results.tsx';
import { GridSkeleton } from '#web/features/prompts/grid-skeleton.tsx';
import { PromptGrid } from '#web/features/prompts/prompt-grid.tsx';
import { topRatedQuery } from '#web/features/prompts/top-rated.queries.ts';
import { PageShell } from '#web/layout/page-shell.tsx';
import { countWords } from '#web/ui/format-count.ts';
import { ListHead } from './lists/list-head.tsx';
import { useCardActions } from './lists/use-card-actions.tsx';
import { useLoadedPages } from './lists/use-loaded-pages.ts';

/** The best of all categories (DECISIONS 34). Its route answers a first page that fails with the error page. */
export function TopRatedPage() {
  const list = useInfiniteQuery(topRatedQuery());
  useLoadedPages(list);
  const cards = useCardActions();
  const total = list.data?.pages[0]?.total ?? 0;
  return (
    <PageShell>
      <ListHead title="Top Rated" line={`${countWords(total, 'prompt')} • Highest rated first`} />
      <ListResults list={list} onClearFilters={undefined} placeholder={<GridSkeleton />} failure={null}>
        {(prompts, ref) => <PromptGrid prompts={prompts} ref={ref} columns={3} {...cards.grid} />}
      </ListResults>
      {cards.dialog}
    </PageShell>
  );
}
