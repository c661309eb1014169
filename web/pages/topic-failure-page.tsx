import { useQueryClient } from '@tanstack/react-query';
import { type NotFoundRouteProps, useParams, useRouter } from '@tanstack/react-router';
import { topicListQuery } from '#web/features/catalog/catalog.queries.ts';
import { ListFailure } from '#web/features/catalog/list-failure.tsx';
import { ListMissing } from '#web/features/catalog/list-missing.tsx';
import { PageShell } from '#web/layout/page-shell.tsx';
import { PageTitle } from '#web/layout/page-title.tsx';

/** The API knows no such topic; or it answered without one, which `data` says then. */
export function TopicNotFoundPage({ data }: Partial<NotFoundRouteProps>) {
  if (data === 'empty answer') {
    return (
      <PageShell>
        <PageTitle>Topic Not Found</PageTitle>
        <ListMissing kind="Topic" />
      </PageShell>
    );
  }
  return <TopicFailure isNotFound />;
}

export function TopicErrorPage() {
  return <TopicFailure isNotFound={false} />;
}

function TopicFailure({ isNotFound }: { isNotFound: boolean }) {
  const { slug = '', topicSlug = '' } = useParams({ strict: false });
  const queryClient = useQueryClient();
  const router = useRouter();
  async function retry() {
    const list = await queryClient.fetchInfiniteQuery({
      ...topicListQuery(slug, topicSlug, { sort: 'popular' }),
      staleTime: 0,
    });
    if (!list.pages[0]) throw new Error('404: still no such topic');
    await router.invalidate();
  }
  return (
    <PageShell>
      <PageTitle>Error Loading Topic</PageTitle>
      <ListFailure kind="Topic" isNotFound={isNotFound} onRetry={retry} />
    </PageShell>
  );
}
