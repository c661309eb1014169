import type { NotFoundRouteProps } from '@tanstack/react-router';
import { ListNotFound } from '#web/features/catalog/list-not-found.tsx';
import { PageTitle } from '#web/layout/page-title.tsx';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { CategoryFailure } from './category-failure-page.tsx';

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
  return <CategoryFailure isNotFound />;
}
