import { PageShell } from '#web/layout/page-shell.tsx';
import { PageTitle } from '#web/layout/page-title.tsx';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { Spinner } from '#web/ui/spinner.tsx';

/** Asked for by the loaders of lists that are not here yet: a page that came whole from the server does without. */
export const ListPending = lazyPart(
  async () => (await import('./list-pending.tsx')).ListPending,
  <PageShell>
    <PageTitle>Loading</PageTitle>
    <Spinner label="Loading prompts" />
  </PageShell>,
);

export function CategoryPendingPage() {
  return <ListPending hasChips />;
}

export function TopicPendingPage() {
  return <ListPending hasChips={false} />;
}
