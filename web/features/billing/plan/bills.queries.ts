import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listBills } from '#contract/billing.ts';
import { callWithPaymentTimeout } from '#web/api/call.ts';

/**
 * The bills and the card that is charged, as the provider has them now.
 * @param asOf when the subscription was read last: what was paid since then is among the bills
 */
export const billsQuery = (asOf: string) =>
  queryOptions({
    queryKey: [listBills.url, asOf],
    queryFn: () => callWithPaymentTimeout(listBills, {}),
    placeholderData: keepPreviousData,
    retry: false,
  });
