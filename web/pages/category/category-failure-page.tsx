import { useQueryClient } from '@tanstack/react-query';
import { type ErrorComponentProps, useParams, useRouter } from '@tanstack/react-router';
import { categoryListQuery, topicsQuery } from '#web/features/catalog/catalog.queries.ts';
import { ListFailure } from '#web/features/catalog/list-failure.tsx';
import { PageTitle } from '#web/layout/page-title.tsx';
import { PageShell } from '#web/layout/shell/page-shell.tsx';

export function CategoryErrorPage({ error }: ErrorComponentProps) {
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
      <ListFailure kind="Category" error={error} onRetry={retry} />
    </PageShell>
  );
}
