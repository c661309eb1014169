import { useEffect } from 'react';
import { ListSkeleton } from '#web/features/catalog/list-skeleton.tsx';
import { PromptGridSkeleton } from '#web/features/prompts/card/prompt-grid-skeleton.tsx';
import { PageTitle } from '#web/layout/page-title.tsx';
import { PageShell } from '#web/layout/shell/page-shell.tsx';

/** Seen only when the browser moves to a list and the response takes its time. */
export function ListPending({ hasChips }: { hasChips: boolean }) {
  // The page before may have been scrolled far down; the router itself scrolls only once the list is there.
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <PageShell>
      <PageTitle>Loading</PageTitle>
      <ListSkeleton hasChips={hasChips}>
        <PromptGridSkeleton />
      </ListSkeleton>
    </PageShell>
  );
}
