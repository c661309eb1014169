import { ListSkeleton } from '#web/features/catalog/list-skeleton.tsx';
import { GridSkeleton } from '#web/features/prompts/grid-skeleton.tsx';
import { PageShell } from '#web/layout/page-shell.tsx';

/** Seen only when the browser moves to a list and the answer takes its time. */
export function CategoryPendingPage() {
  return (
    <PageShell>
      <ListSkeleton hasChips>
        <GridSkeleton />
      </ListSkeleton>
    </PageShell>
  );
}

export function TopicPendingPage() {
  return (
    <PageShell>
      <ListSkeleton hasChips={false}>
        <GridSkeleton />
      </ListSkeleton>
    </PageShell>
  );
}
