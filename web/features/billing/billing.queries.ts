import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { BillingSettings, ChangePreview, Payment, SubscriptionStatus } from '#contract/billing.ts';
import { readJson, SLOW_WRITE_MILLISECONDS, sendJson } from '#web/api/client.ts';
import { callApi } from '#web/api/query.ts';

const STATUS_PATH = '/api/subscription/status';

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
  const path = '/api/subscription/settings';
  return queryOptions({
    queryKey: [path],
    queryFn: async (context) => readJson<BillingSettings>(await callApi(context, path)),
  });
}

/**
 * Puts a newer status in its place. With another tier, other prompts are open: everything this tab knows of the member
 * and of prompts is asked for again when it is next needed.
 */
export function keepStatus(queryClient: QueryClient, status: SubscriptionStatus): void {
  const before = queryClient.getQueryData(statusQuery().queryKey);
  queryClient.setQueryData(statusQuery().queryKey, status);
  if (before === undefined || (before.tier === status.tier && before.canExport === status.canExport)) return;
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => path !== STATUS_PATH && path !== billingSettingsQuery().queryKey[0],
  });
}

/** A call behind which the server asks the provider: it may take a while. */
function post<T>(action: string, body?: unknown): Promise<T> {
  return sendJson<T>('POST', `/api/subscription/${action}`, body, SLOW_WRITE_MILLISECONDS);
}

export function createSubscription(priceId: string): Promise<Payment> {
  return sendJson<Payment>('POST', '/api/get-or-create-subscription', { priceId }, SLOW_WRITE_MILLISECONDS);
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
