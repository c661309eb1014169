import type { NotFoundRouteProps } from '@tanstack/react-router';
import { ListMissing } from '#web/features/catalog/list-missing.tsx';
import { PageShell } from '#web/layout/page-shell.tsx';
import { PageTitle } from '#web/layout/page-title.tsx';
import { CategoryFailure } from './category-failure-page.tsx';

/** The API knows no such category; or it answered without one, which `data` says then. */
export function CategoryNotFoundPage({ data }: Partial<NotFoundRouteProps>) {
  if (data === 'empty answer') {
    return (
      <PageShell>
        <PageTitle>Category Not Found</PageTitle>
        <ListMissing kind="Category" />
      </PageShell>
    );
  }
  return <CategoryFailure isNotFound />;
}
