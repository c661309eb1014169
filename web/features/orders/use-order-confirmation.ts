import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Order } from '#contract/orders.ts';
import { keepOrder, syncOrder } from './orders.queries.ts';

const AGAIN_MILLISECONDS = 2000;
const MOST_ATTEMPTS = 8;

/** `waiting` while asking; `unknown` when asking led nowhere: the order's own page will know. */
export type OrderConfirmation = { state: 'waiting' } | { state: 'unknown' } | { state: 'paid'; order: Order };

/** Asks the provider, through us, whether an order is paid, until it says so or for some seconds. */
export function useOrderConfirmation(id: string): OrderConfirmation {
  const queryClient = useQueryClient();
  const [confirmation, setConfirmation] = useState<OrderConfirmation>({ state: 'waiting' });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    async function ask(attempt: number) {
      // A failure is asked again like "not yet": the provider may be back in a moment.
      const order = await syncOrder(id).catch(() => undefined);
      if (isGone) return;
      if (order) keepOrder(queryClient, order);
      if (order?.paidAt) setConfirmation({ state: 'paid', order });
      else if (attempt === MOST_ATTEMPTS) setConfirmation({ state: 'unknown' });
      else timer = setTimeout(() => void ask(attempt + 1), AGAIN_MILLISECONDS);
    }
    void ask(1);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [id, queryClient]);
  return confirmation;
}
