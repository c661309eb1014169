import { notFound } from '@tanstack/react-router';
import { isId } from '#contract/ids.ts';
import { isSlug } from '#contract/slugs.ts';
import { nullIfNotFound } from '#web/api/call.ts';
import {
  collectionQuery,
  collectionsQuery,
  sharedCollectionQuery,
} from '#web/features/collections/collections.queries.ts';
import { itemListData, type PageHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';
import { requireSignIn } from '#web/require-sign-in.ts';
import type { RouterContext } from '#web/router.tsx';
import { STALE_MILLISECONDS } from '../lists/stale-time.ts';

interface Call<Params = unknown> {
  context: RouterContext;
  params: Params;
}

export async function loadCollections({ context }: Call): Promise<PageHead> {
  await requireSignIn(context, paths.collections());
  await context.queryClient.fetchQuery({ ...collectionsQuery(), staleTime: STALE_MILLISECONDS });
  return {
    title: 'My Collections',
    description: 'Your prompt collections.',
    path: paths.collections(),
    isNotIndexed: true,
  };
}

export async function loadCollection({
  context,
  params: { collectionId },
}: Call<{ collectionId: string }>): Promise<PageHead> {
  if (!isId(collectionId)) throw notFound();
  await requireSignIn(context, paths.collection(collectionId));
  const found = await context.queryClient
    .fetchInfiniteQuery({ ...collectionQuery(collectionId), staleTime: STALE_MILLISECONDS })
    .catch(nullIfNotFound);
  const [first] = found?.pages ?? [];
  if (!first) throw notFound();
  return {
    title: first.name,
    description: 'One of your prompt collections.',
    path: paths.collection(collectionId),
    isNotIndexed: true,
  };
}

/** Indexed when it is public, and not where a link is all that leads to it. */
export async function loadSharedCollection({
  context,
  params: { share },
}: Call<{ share: string }>): Promise<PageHead> {
  if (!isSlug(share)) throw notFound();
  const list = await context.queryClient.fetchInfiniteQuery({
    ...sharedCollectionQuery(share),
    staleTime: STALE_MILLISECONDS,
  });
  const [page] = list.pages;
  if (!page) throw notFound();
  const { name, description, by, isPublic, items } = page;
  const mainEntity = itemListData(items.map(({ prompt }) => prompt));
  return {
    title: name,
    description: description || `A collection of prompts by ${by ?? 'a member'}.`,
    path: paths.sharedCollection(share),
    ...(isPublic
      ? { structuredData: [{ '@type': 'CollectionPage', name, mainEntity }] }
      : { isNotIndexed: true }),
  };
}
