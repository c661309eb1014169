import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { User } from '#contract/account.ts';
import type { BillingSettings, ChangePreview, Payment, SubscriptionStatus } from '#contract/billing.ts';
import { readJson, SLOW_WRITE_MILLISECONDS, sendJson } from '#web/api/client.ts';
import { callApi } from '#web/api/query.ts';

const STATUS_PATH = '/api/subscription/status';
const SETTINGS_PATH = '/api/subscription/settings';

/** My subscription as stored. Travels with every page of a member: its frame tells of what is overdue. */
export function statusQuery() {
  return queryOptions({
    queryKey: [STATUS_PATH],
    queryFn: async (context) => readJson<SubscriptionStatus>(await callApi(context, STATUS_PATH)),
  });
}

/** What the page brought; never asks itself. */
export function useSubscriptionStatus(): SubscriptionStatus | undefined {
  return useQuery({ ...statusQuery(), enabled: false }).data;
}

/** What paying needs; nothing secret. */
export function billingSettingsQuery() {
  const path = SETTINGS_PATH;
  return queryOptions({
    queryKey: [path],
    queryFn: async (context) => readJson<BillingSettings>(await callApi(context, path)),
  });
}

/** What does not depend on the tier, and what the frame of every page reads without asking for it again. */
const ANY_TIER = new Set([
  STATUS_PATH,
  SETTINGS_PATH,
  '/api/auth/check',
  '/api/auth/user',
  '/api/user/interactions',
  '/api/categories',
]);

/**
 * Puts a newer status in its place. With another tier other prompts are open: the frame shows it at once, and
 * everything else this tab knows is forgotten or, where it is on the page, asked for again.
 */
export function keepStatus(queryClient: QueryClient, status: SubscriptionStatus): void {
  const before = queryClient.getQueryData(statusQuery().queryKey);
  queryClient.setQueryData(statusQuery().queryKey, status);
  queryClient.setQueryData<User | null>(['/api/auth/user'], (user) =>
    user && user.subscriptionTier !== status.tier ? { ...user, subscriptionTier: status.tier } : user,
  );
  if (before?.tier === status.tier && before.canExport === status.canExport) return;
  const predicate = ({ queryKey: [path] }: { queryKey: readonly unknown[] }) =>
    String(path).startsWith('/api/') && !ANY_TIER.has(String(path));
  queryClient.removeQueries({ type: 'inactive', predicate });
  void queryClient.invalidateQueries({ predicate });
}

/** A call behind which the server asks the provider: it may take a while. */
function post<T>(action: string, body?: unknown): Promise<T> {
  return sendJson<T>('POST', `/api/subscription/${action}`, body, SLOW_WRITE_MILLISECONDS);
}

/** Without a secret nothing is due: what the provider owed its customer has paid for it. */
export type Beginning = Omit<Payment, 'clientSecret'> & { clientSecret: string | null };

export function createSubscription(priceId: string): Promise<Beginning> {
  return sendJson<Beginning>('POST', '/api/get-or-create-subscription', { priceId }, SLOW_WRITE_MILLISECONDS);
}

export function cancelSubscription(): Promise<SubscriptionStatus & { message: string }> {
  return post('cancel');
}

/** Takes a cancellation, a planned change or an unpaid upgrade back. */
export function resumeSubscription(): Promise<SubscriptionStatus> {
  return post('resume');
}

export function previewChange(priceId: string): Promise<ChangePreview> {
  return post('change-preview', { priceId });
}

export function changeSubscription(
  priceId: string,
  prorationDate: number,
): Promise<{ subscription: SubscriptionStatus; payment: Payment | null }> {
  return post('change', { priceId, prorationDate });
}

export function payOpenInvoice(): Promise<Payment> {
  return post('pay');
}

export function startTrial(): Promise<SubscriptionStatus> {
  return post('trial');
}

/** The provider's word, now. */
export function syncSubscription(): Promise<SubscriptionStatus> {
  return post('sync');
}

export function openPortal(purpose: 'invoices' | 'card'): Promise<{ url: string }> {
  return post('portal', { purpose });
}
