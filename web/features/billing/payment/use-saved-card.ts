import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useEffectEvent, useState } from 'react';
import { findPayment } from './confirm-payment.ts';
import { dismissPaymentFailure, showPaymentFailure } from './failure-toast.ts';
import { finishSavedCard } from './saved-card.ts';
import { type CardPaymentState, NO_PAYMENT } from './use-card-payment.ts';

interface SavedCardOptions {
  /** Undefined while it loads. */
  stripe: Stripe | undefined;
  clientSecret: string;
  /** Without it there is nothing to find out. */
  isTried: boolean;
  onPaid: () => void;
  onVoid: () => void;
}

const ADVICE = 'Pay with another card, or go back. Your plan stays the same until you pay.';

/**
 * Before a form for another card: what became of the kept one, with its bank's page where the bank asks for it.
 * @returns how the form begins; undefined while that is being found out
 */
export function useSavedCard(options: SavedCardOptions): CardPaymentState | undefined {
  const { stripe, clientSecret, isTried, onPaid, onVoid } = options;
  const [state, setState] = useState<CardPaymentState>();
  const finish = useEffectEvent(async (provider: Stripe, isUnmounted: () => boolean) => {
    dismissPaymentFailure();
    const outcome = await finishSavedCard(provider, clientSecret);
    const found = outcome.kind === 'unknown' ? await findPayment(provider, clientSecret) : undefined;
    if (isUnmounted()) return;
    if (outcome.kind === 'paid' || found === 'paid') return onPaid();
    if (outcome.kind === 'void') return onVoid();
    if (found === 'unknown') return setState({ kind: 'unknown' });
    const message = outcome.kind === 'refused' ? outcome.message : NO_PAYMENT.message;
    const text = outcome.kind === 'refused' ? notCharged(message) : message;
    setState({ kind: 'failed', message: text, advice: ADVICE });
    showPaymentFailure(message);
  });
  useEffect(() => {
    if (!stripe || !isTried) return;
    let isUnmounted = false;
    void finish(stripe, () => isUnmounted);
    return () => {
      isUnmounted = true;
    };
  }, [stripe, isTried]);
  return isTried ? state : { kind: 'idle' };
}

/** "Your saved card was declined, so it was not charged." */
function notCharged(message: string): string {
  const ofCard = /^Your card (.+?)\.?$/.exec(message)?.[1];
  return ofCard === undefined || ofCard.includes('. ')
    ? `Your saved card was not charged. ${message}`
    : `Your saved card ${ofCard}, so it was not charged.`;
}
