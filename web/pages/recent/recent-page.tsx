import { keepPreviousData, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import History from 'lucide-react/icons/history';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useRef, useState } from 'react';
import { RECENT_SORTS, type RecentSort } from '#contract/sorts.ts';
import { categoriesQuery } from '#web/features/catalog/catalog.queries.ts';
import { isNarrowed, toPromptListQuery } from '#web/features/catalog/cross-category-search.ts';
import { recentsQuery } from '#web/features/recents/recents.queries.ts';
import { useRecentsControl } from '#web/features/recents/use-recents-control.ts';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { EmptyState } from '#web/ui/cards/empty-state.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import { CrossCategoryList } from '../lists/cross-category-list.tsx';
import { ListHeader } from '../lists/list-header.tsx';
import { SORT_LABELS } from '../lists/sort-labels.ts';

// One file for the browser to fetch.
export { loadRecent } from './load-recent.ts';

const route = getRouteApi('/recent');

/** What I opened or copied. Its route lets members in only. */
export function RecentPage() {
  const { data: categories } = useSuspenseQuery(categoriesQuery());
  const filters = toPromptListQuery<RecentSort>(route.useSearch(), categories);
  const list = useInfiniteQuery({ ...recentsQuery(filters), placeholderData: keepPreviousData });
  const control = useRecentsControl();
  const [isAsking, setAsking] = useState(false);
  const { isPaused = false, total = 0 } = list.data?.pages[0] ?? {};
  useHeadingFocusOnceEmpty(total);
  return (
    <PageShell hasVisitorBanner={false}>
      <ListHeader
        title="Recent Prompts"
        line={`${countWithNoun(total, 'prompt')} • ${SORT_LABELS[filters.sort ?? 'used']}`}
        tools={
          <>
            <Button variant="line" size="small" onClick={() => control.setPaused(!isPaused)}>
              {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
              {isPaused ? 'Resume' : 'Pause'}
            </Button>
            {total > 0 && !isNarrowed(filters) ? (
              <Button variant="line" size="small" onClick={() => setAsking(true)}>
                <Trash2 aria-hidden />
                Clear
              </Button>
            ) : null}
          </>
        }
      />
      <div role="status">
        {isPaused ? <Callout>Paused: new prompts aren’t added to this list.</Callout> : null}
      </div>
      <CrossCategoryList
        kind="recent"
        name="recent prompts"
        noun="prompt"
        sorts={RECENT_SORTS}
        filters={filters}
        list={list}
        empty={<NoRecents />}
        onRemove={control.remove}
      />
      {isAsking ? (
        <ConfirmDialog
          title="Clear recent prompts?"
          action="Clear"
          onConfirm={control.clear}
          onClosed={() => setAsking(false)}
        >
          <p>This permanently clears the list. Your favorites and votes stay.</p>
        </ConfirmDialog>
      ) : null}
    </PageShell>
  );
}

function NoRecents() {
  return (
    <EmptyState
      icon={History}
      title="No recent prompts"
      actions={
        <Link to="/search" className={buttonClass({ variant: 'line' })}>
          Browse Prompts
        </Link>
      }
    >
      <p>Prompts you open or copy appear here.</p>
    </EmptyState>
  );
}

/** The button that was pressed goes away with the list. */
function useHeadingFocusOnceEmpty(count: number): void {
  const countBefore = useRef(count);
  useEffect(() => {
    const isEmptied = count === 0 && countBefore.current > 0;
    countBefore.current = count;
    const heading = document.querySelector('h1');
    if (!isEmptied || !heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, [count]);
}
