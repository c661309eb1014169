import type { QueryClient } from '@tanstack/react-query';
import { authQuery } from '#web/features/account/account.queries.ts';
import { billingSettingsQuery } from '#web/features/billing/billing.queries.ts';

export async function loadTestAuth({ context }: { context: { queryClient: QueryClient } }): Promise<void> {
  await Promise.all([
    context.queryClient.ensureQueryData(authQuery()),
    context.queryClient.ensureQueryData(billingSettingsQuery()),
  ]);
}
