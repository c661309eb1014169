import { useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { useRef, useState } from 'react';
import { confirmPayment, findPayment } from './confirm-payment.ts';
import { dismissPaymentFailure, showPaymentFailure } from './failure-toast.ts';

export type CardPaymentState =
  | { kind: 'idle' }
  | { kind: 'confirming' }
  /** The outcome is unknown, and the provider is asked. */
  | { kind: 'looking' }
  | { kind: 'failed'; message: string; advice: string }
  /** The provider did not answer either. */
  | { kind: 'unknown' };

/** Does not say "not charged": it may still succeed. But one secret is one payment. */
export const NO_PAYMENT = {
  message: 'The payment provider has no payment on record yet.',
  advice: 'You can try again. You’ll only be charged once.',
};

const EXPIRED = { message: 'This payment expired.', advice: 'You were not charged.' };

const REFUSED_ADVICE = 'You were not charged. You can try again.';

interface CardPaymentOptions {
  clientSecret: string;
  returnPath: string;
  /** What is known of it already. */
  initial: CardPaymentState;
  onPaid: () => void;
  onVoid: () => void;
}

interface CardPayment {
  state: CardPaymentState;
  pay: () => void;
  checkAgain: () => void;
}

/** For the form around it: confirms its payment, and looks up the outcome when it is unknown. */
export function useCardPayment(options: CardPaymentOptions): CardPayment {
  const { clientSecret, returnPath, initial, onPaid, onVoid } = options;
  const stripe = useStripe();
  const elements = useElements();
  const [state, setState] = useState(initial);
  // State updates later: the second of two quick clicks must see it.
  const isBusy = useRef(false);

  function rest(next: CardPaymentState) {
    isBusy.current = false;
    setState(next);
    if (next.kind !== 'failed') return;
    showPaymentFailure(next.message);
  }

  async function pay() {
    if (!stripe || !elements || isBusy.current) return;
    isBusy.current = true;
    dismissPaymentFailure();
    // Called before anything is waited for: some ways to pay open a window, which only a click may.
    const submission = elements.submit();
    setState({ kind: 'confirming' });
    const outcome = await confirmPayment({ stripe, elements, submission, clientSecret, returnPath });
    // Once paid it stays busy: the page continues with the next step.
    if (outcome.kind === 'paid') onPaid();
    else if (outcome.kind === 'invalid') rest({ kind: 'idle' });
    else if (outcome.kind === 'unknown') await lookUp(stripe);
    else if (outcome.kind === 'void') {
      rest({ kind: 'failed', ...EXPIRED });
      onVoid();
    } else rest({ kind: 'failed', message: outcome.message, advice: REFUSED_ADVICE });
  }

  async function lookUp(provider: Stripe) {
    setState({ kind: 'looking' });
    const found = await findPayment(provider, clientSecret);
    if (found === 'paid') onPaid();
    else if (found === 'unknown') rest({ kind: 'unknown' });
    else rest({ kind: 'failed', ...NO_PAYMENT });
  }

  function checkAgain() {
    if (!stripe || isBusy.current) return;
    isBusy.current = true;
    void lookUp(stripe);
  }

  return { state, pay: () => void pay(), checkAgain };
}
