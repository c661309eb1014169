import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Order } from '#contract/orders.ts';
import { keepOrder, syncOrder } from './orders.queries.ts';

const AGAIN_MILLISECONDS = 2000;
const MOST_ATTEMPTS = 8;

export type OrderConfirmation =
  | { state: 'waiting' }
  | { state: 'paid'; order: Order }
  /** Nobody could say in time that it is paid; `isRefused` when the bank's page came back with a no. */
  | { state: 'unconfirmed'; isRefused: boolean };

/**
 * Asks the provider, through us, whether an order is paid, until it says so or for some seconds.
 * @param outcome the provider's word in the address, which only chooses ours
 */
export function useOrderConfirmation(id: string, outcome: string | undefined): OrderConfirmation {
  const queryClient = useQueryClient();
  const [confirmation, setConfirmation] = useState<OrderConfirmation>({ state: 'waiting' });
  const isRefused = outcome === 'failed';
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    async function ask(attempt: number) {
      // A failure is asked again like "not yet": the provider may be back in a moment.
      const order = await syncOrder(id).catch(() => undefined);
      if (isGone) return;
      if (order) keepOrder(queryClient, order);
      // The bank said no, and the provider knows of nothing else.
      const isOver = attempt === MOST_ATTEMPTS || (isRefused && order !== undefined);
      if (order?.paidAt) setConfirmation({ state: 'paid', order });
      else if (isOver) setConfirmation({ state: 'unconfirmed', isRefused });
      else timer = setTimeout(() => void ask(attempt + 1), AGAIN_MILLISECONDS);
    }
    void ask(1);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [id, isRefused, queryClient]);
  return confirmation;
}
