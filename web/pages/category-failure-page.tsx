import { useQueryClient } from '@tanstack/react-query';
import { type NotFoundRouteProps, useParams, useRouter } from '@tanstack/react-router';
import { categoryListQuery, topicsQuery } from '#web/features/catalog/catalog.queries.ts';
import { ListFailure } from '#web/features/catalog/list-failure.tsx';
import { ListMissing } from '#web/features/catalog/list-missing.tsx';
import { PageShell } from '#web/layout/page-shell.tsx';
import { PageTitle } from '#web/layout/page-title.tsx';

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

export function CategoryErrorPage() {
  return <CategoryFailure isNotFound={false} />;
}

function CategoryFailure({ isNotFound }: { isNotFound: boolean }) {
  const { slug = '' } = useParams({ strict: false });
  const queryClient = useQueryClient();
  const router = useRouter();
  async function retry() {
    const list = await queryClient.fetchInfiniteQuery({
      ...categoryListQuery(slug, { sort: 'popular' }),
      staleTime: 0,
    });
    if (!list.pages[0]) throw new Error('404: still no such category');
    await queryClient.fetchQuery({ ...topicsQuery(slug), staleTime: 0 });
    await router.invalidate();
  }
  return (
    <PageShell>
      <PageTitle>Error Loading Category</PageTitle>
      <ListFailure kind="Category" isNotFound={isNotFound} onRetry={retry} />
    </PageShell>
  );
}
