import type { Order, OrderState } from '#contract/orders.ts';

export const STATE_NAMES: Record<OrderState, string> = {
  awaiting_payment: 'Waiting for payment',
  received: 'Received',
  in_work: 'In progress',
  delivered: 'Delivered',
  revision: 'Revision',
  accepted: 'Accepted',
  refunded: 'Refunded',
};

/** What a state means for the buyer, and what comes next. */
export function stateMessage({
  state,
  isDisputed,
  prompt,
}: Pick<Order, 'state' | 'isDisputed' | 'prompt'>): string {
  if (isDisputed && state !== 'refunded') {
    return 'Your bank asked for the payment back. Until that’s settled, the prompt is locked and work is paused.';
  }
  switch (state) {
    case 'awaiting_payment':
      return 'Your brief is saved. We start once you’ve paid.';
    case 'received':
      return 'We have your brief and your payment. A prompt engineer will start on it next.';
    case 'in_work':
      return 'A prompt engineer is writing your prompt.';
    case 'delivered':
      return 'Your prompt is here. Try it, then accept it or ask for changes.';
    case 'revision':
      return 'A prompt engineer is making the changes you asked for.';
    case 'accepted':
      return 'This order is complete. Your prompt stays here, visible only to you.';
    case 'refunded':
      return prompt
        ? `Your payment was returned, and “${prompt.title}” is locked again.`
        : 'Your payment was returned.';
  }
}

export interface OrderStep {
  name: string;
  status: 'done' | 'current' | 'next';
}

const STEPS = ['awaiting_payment', 'received', 'in_work', 'delivered', 'accepted'] as const;

/**
 * Progress steps of an order. A revision stands after the delivery while it is in progress, and before it
 * once delivered again. A refunded order has none.
 */
export function orderSteps({ state, revisions }: Pick<Order, 'state' | 'revisions'>): OrderStep[] {
  if (state === 'refunded') return [];
  const steps: OrderState[] = [...STEPS];
  if (state === 'revision') steps.splice(4, 0, 'revision');
  else if (revisions.length > 0) steps.splice(3, 0, 'revision');
  const at = steps.indexOf(state);
  return steps.map((step, index) => ({
    name: step === 'awaiting_payment' ? 'Payment' : STATE_NAMES[step],
    // Nothing follows the acceptance: it is done as soon as it is reached.
    status: index < at || (step === 'accepted' && index === at) ? 'done' : index === at ? 'current' : 'next',
  }));
}
