import type { NotFoundRouteProps } from '@tanstack/react-router';
import { ListMissing } from '#web/features/catalog/list-missing.tsx';
import { ListNotFound } from '#web/features/catalog/list-not-found.tsx';
import { PageTitle } from '#web/layout/page-title.tsx';
import { PageShell } from '#web/layout/shell/page-shell.tsx';

/** The API has no such category, or it responded without one (`data`). */
export function CategoryNotFoundPage({ data }: Partial<NotFoundRouteProps>) {
  if (data === 'empty response') {
    return (
      <PageShell>
        <PageTitle>Category Not Found</PageTitle>
        <ListNotFound kind="Category" />
      </PageShell>
    );
  }
  return (
    <PageShell>
      <PageTitle>Category Not Found</PageTitle>
      <ListMissing kind="Category" />
    </PageShell>
  );
}
