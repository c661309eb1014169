import type { QueryClient } from '@tanstack/react-query';
import { authQuery } from '#web/features/account/account.queries.ts';
import { billingSettingsQuery } from '#web/features/billing/billing.queries.ts';
import type { PageHead } from '#web/page-head.ts';
import { paths } from '#web/paths.ts';

export async function loadTestAuth({
  context,
}: {
  context: { queryClient: QueryClient };
}): Promise<PageHead> {
  await Promise.all([
    context.queryClient.ensureQueryData(authQuery()),
    context.queryClient.ensureQueryData(billingSettingsQuery()),
  ]);
  return {
    title: 'Authentication test',
    description: 'Tries signing in, for developers.',
    path: paths.testAuth(),
    isNotIndexed: true,
  };
}
