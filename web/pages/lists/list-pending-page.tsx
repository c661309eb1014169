import { PageTitle } from '#web/layout/page-title.tsx';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { lazyComponent } from '#web/ui/behavior/lazy-component.ts';
import { Spinner } from '#web/ui/feedback/spinner.tsx';

/** Asked for by the loaders of lists that are not here yet: a page that came whole from the server does without. */
export const ListPending = lazyComponent(
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
