import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type ErrorComponentProps,
  type NotFoundRouteProps,
  useParams,
  useRouter,
} from '@tanstack/react-router';
import { categoriesQuery, topicListQuery } from '#web/features/catalog/catalog.queries.ts';
import { ListFailure } from '#web/features/catalog/list-failure.tsx';
import { ListMissing } from '#web/features/catalog/list-missing.tsx';
import { ListNotFound } from '#web/features/catalog/list-not-found.tsx';
import { PageTitle } from '#web/layout/page-title.tsx';
import { PageShell } from '#web/layout/shell/page-shell.tsx';

/** The API has no such topic, or it responded without one (`data`). */
export function TopicNotFoundPage({ data }: Partial<NotFoundRouteProps>) {
  if (data === 'empty response') {
    return (
      <PageShell>
        <PageTitle>Topic Not Found</PageTitle>
        <ListNotFound kind="Topic" />
      </PageShell>
    );
  }
  return <MissingTopic />;
}

function MissingTopic() {
  const { slug } = useParams({ strict: false });
  const { data: categories } = useQuery(categoriesQuery());
  return (
    <PageShell>
      <PageTitle>Error Loading Topic</PageTitle>
      <ListMissing kind="Topic" category={categories?.find((one) => one.slug === slug)} />
    </PageShell>
  );
}

export function TopicErrorPage({ error }: ErrorComponentProps) {
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
      <ListFailure kind="Topic" error={error} onRetry={retry} />
    </PageShell>
  );
}
