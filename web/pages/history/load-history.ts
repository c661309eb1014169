import type { QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';
import { isId } from '#contract/ids.ts';
import { authQuery } from '#web/features/account/account.queries.ts';
import { promptQuery } from '#web/features/prompts/prompt.queries.ts';
import { chooseView, readHistorySearch } from '#web/features/versions/choose-view.ts';
import { comparisonQuery, versionQuery, versionsQuery } from '#web/features/versions/versions.queries.ts';
import { STALE_MILLISECONDS } from '../lists/stale-time.ts';

interface Loading {
  context: { queryClient: QueryClient };
  params: { id: string };
  /** The query of the address, as it stands there. */
  deps: Record<string, unknown>;
  location: { href: string };
}

/** What the page shows, for members who may read the prompt; texts of versions never change. */
export async function loadHistory({ context, params: { id }, deps, location }: Loading): Promise<void> {
  const { queryClient } = context;
  if (!isId(id)) throw notFound();
  const auth = await queryClient.ensureQueryData(authQuery());
  if (!auth.authenticated) throw redirect({ to: '/login', search: { returnUrl: location.href } });
  const prompt = await queryClient.ensureQueryData(promptQuery(id));
  if (!prompt) throw notFound();
  if (prompt.kind === 'locked') return;
  const kept = await queryClient.fetchQuery({ ...versionsQuery(id), staleTime: STALE_MILLISECONDS });
  const view = chooseView(readHistorySearch(deps), kept);
  if (view?.kind === 'text') await queryClient.ensureQueryData(versionQuery(id, view.number));
  if (view?.kind === 'comparison') {
    await queryClient.ensureQueryData(comparisonQuery(id, view.from, view.to));
  }
}
