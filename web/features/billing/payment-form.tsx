import type { ReactNode } from 'react';
import type { BillingSettings, Payment } from '#contract/billing.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { CardFormSkeleton } from './card-form-skeleton.tsx';

export interface PaymentFormProps {
  payment: Payment;
  settings: Pick<BillingSettings, 'publishableKey' | 'stripeJsUrl'>;
  /** Where a bank's own page leads back to: a path of ours. Most payments never leave this page. */
  returnPath: string;
  /** "Subscribe Now". */
  buttonText: string;
  /** The provider took the payment, or is still at it: whether it counts is the server's word (DECISIONS 42). */
  onPaid: () => void;
  /** This payment cannot be made any more, or the form did not open: ask the server for it anew. */
  onReload: () => void;
  /** This payment was given up meanwhile, with another tab perhaps; without it, `onReload`. */
  onVoid?: () => void;
  /**
   * The server has tried the kept card and was refused, or its bank asks: that is finished, or said, before the form
   * opens for another card.
   */
  isKeptCardTried?: boolean;
  /** Under the button. */
  children?: ReactNode;
}

/** Card form and button. Nothing of the provider's is loaded before a page draws it. */
export const PaymentForm = lazyPart<PaymentFormProps>(
  async () => (await import('./card-form.tsx')).CardForm,
  <CardFormSkeleton />,
);
