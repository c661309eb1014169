import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Order } from '#contract/orders.ts';
import { syncOrder } from '#contract/orders.ts';
import { callWithPaymentTimeout } from '#web/api/call.ts';
import { cacheOrder } from './cache-order.ts';

const RETRY_MILLISECONDS = 2000;
const MAX_ATTEMPTS = 8;

export type OrderConfirmation =
  | { state: 'waiting' }
  | { state: 'paid'; order: Order }
  /** Not confirmed in time; `isRefused` when the bank's page reported a refusal. */
  | { state: 'unconfirmed'; isRefused: boolean };

/**
 * Asks the provider, through our server, whether an order is paid, until it is or for some seconds.
 * @param outcome `redirect_status` of the address, which only selects a message
 */
export function useOrderConfirmation(id: string, outcome: string | undefined): OrderConfirmation {
  const queryClient = useQueryClient();
  const [confirmation, setConfirmation] = useState<OrderConfirmation>({ state: 'waiting' });
  const isRefused = outcome === 'failed';
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isUnmounted = false;
    async function ask(attempt: number) {
      // A failure counts as "not yet": the provider may be back shortly.
      const order = await callWithPaymentTimeout(syncOrder, { id }).catch(() => undefined);
      if (isUnmounted) return;
      if (order) cacheOrder(queryClient, order);
      // The bank refused, and the provider knows of no other payment.
      const isFinished = attempt === MAX_ATTEMPTS || (isRefused && order !== undefined);
      if (order?.paidAt) setConfirmation({ state: 'paid', order });
      else if (isFinished) setConfirmation({ state: 'unconfirmed', isRefused });
      else timer = setTimeout(() => void ask(attempt + 1), RETRY_MILLISECONDS);
    }
    void ask(1);
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, [id, isRefused, queryClient]);
  return confirmation;
}
