import { Elements, PaymentElement } from '@stripe/react-stripe-js';
import type { Stripe, StripeError } from '@stripe/stripe-js';
import { type ReactNode, useEffect, useState } from 'react';
import type { BillingSettings, Payment } from '#contract/billing.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import styles from './card-form.module.css';
import { BlankFields, CardFormSkeleton } from './card-form-skeleton.tsx';
import { openStripe } from './stripe-loader.ts';
import { useAppearance } from './use-appearance.ts';
import { type CardPaymentState, useCardPayment } from './use-card-payment.ts';
import { useSavedCard } from './use-saved-card.ts';

export interface CardFormProps {
  payment: Payment;
  settings: Pick<BillingSettings, 'publishableKey' | 'stripeJsUrl'>;
  /** Where a bank's own page leads back to: a path of ours. Most payments never leave this page. */
  returnPath: string;
  /** "Subscribe Now". */
  buttonText: string;
  /** The provider took the payment, or is still processing it: whether it counts is the server's decision. */
  onPaid: () => void;
  /** This payment cannot be made any more, or the form did not open: request it from the server again. */
  onReload: () => void;
  /** This payment was canceled in the meantime, perhaps in another tab; without it, `onReload`. */
  onVoid?: () => void;
  /**
   * The server has tried the saved card and was refused, or the bank requires authentication: that is completed or
   * reported before the form opens for another card.
   */
  isSavedCardTried?: boolean;
  /** Under the button. */
  children?: ReactNode;
}

/** The provider's form with our button. Everything about the card stays between its frame and the provider. */
export function CardForm(props: CardFormProps) {
  const { payment, settings, isSavedCardTried = false, onPaid, onReload, onVoid = onReload } = props;
  const [attempt, setAttempt] = useState(0);
  const stripe = useStripeJs(settings, attempt);
  const appearance = useAppearance();
  const initial = useSavedCard({
    stripe: typeof stripe === 'string' ? undefined : stripe,
    clientSecret: payment.clientSecret,
    isTried: isSavedCardTried,
    onPaid,
    onVoid,
  });
  if (stripe === 'failed') {
    return <Broken onRetry={() => setAttempt((count) => count + 1)}>{NOT_LOADED}</Broken>;
  }
  if (stripe === 'loading' || appearance === undefined) return <CardFormSkeleton />;
  if (initial === undefined) return <Spinner label="Confirming the payment with your saved card" />;
  return (
    // A secret cannot be changed under a form that stands: another payment is another form.
    <Elements
      key={payment.clientSecret}
      stripe={stripe}
      options={{ clientSecret: payment.clientSecret, appearance, locale: 'en' }}
    >
      <Fields {...props} onVoid={onVoid} initial={initial} />
    </Elements>
  );
}

function useStripeJs(
  { publishableKey, stripeJsUrl }: CardFormProps['settings'],
  attempt: number,
): Stripe | 'loading' | 'failed' {
  const [loaded, setLoaded] = useState<{ attempt: number; stripe: Stripe | 'failed' } | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    const show = (stripe: Stripe | 'failed') => {
      // In an object: the provider's own is a function to React's eye in some versions.
      if (!isUnmounted) setLoaded({ attempt, stripe });
    };
    openStripe(publishableKey ?? '', stripeJsUrl).then(show, () => show('failed'));
    return () => {
      isUnmounted = true;
    };
  }, [attempt, publishableKey, stripeJsUrl]);
  return loaded?.attempt === attempt ? loaded.stripe : 'loading';
}

interface FieldsProps extends CardFormProps {
  onVoid: () => void;
  initial: CardPaymentState;
}

function Fields({
  payment,
  returnPath,
  buttonText,
  onPaid,
  onReload,
  onVoid,
  initial,
  children,
}: FieldsProps) {
  const { clientSecret } = payment;
  const { state, pay, checkAgain } = useCardPayment({ clientSecret, returnPath, initial, onPaid, onVoid });
  const [isReady, setReady] = useState(false);
  const [broken, setBroken] = useState<string | null>(null);
  const isPending = state.kind === 'confirming' || state.kind === 'looking';
  if (broken !== null) return <Broken onRetry={onReload}>{broken}</Broken>;
  return (
    <form
      className={styles.form}
      aria-label="Payment"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) pay();
      }}
    >
      <div
        className={classNames(
          styles.fields,
          !isReady && styles.opening,
          state.kind === 'failed' && isReady && styles.tried,
        )}
        inert={isPending}
      >
        {isReady ? null : (
          <>
            <p className="visually-hidden" role="status">
              Loading the payment form
            </p>
            <BlankFields />
          </>
        )}
        <PaymentElement
          // Link would load from hosts that our policy does not allow (docs/decisions/0028-payment-edges.md).
          options={{ readOnly: isPending, layout: 'tabs', wallets: { link: 'never' } }}
          onReady={() => setReady(true)}
          onLoadError={({ error }) => setBroken(openingFailure(error))}
        />
      </div>
      <Outcome state={state} onCheckAgain={checkAgain} />
      <Button
        type="submit"
        size="large"
        isBlock
        disabled={!isReady}
        isPending={isPending}
        pendingText="Processing..."
      >
        {buttonText}
      </Button>
      <p className="visually-hidden" role="status">
        {state.kind === 'confirming' ? 'Your payment is being processed.' : ''}
      </p>
      {children}
    </form>
  );
}

/** What became of the last attempt; says "not charged" only where the provider said no. */
function Outcome({ state, onCheckAgain }: { state: CardPaymentState; onCheckAgain: () => void }) {
  switch (state.kind) {
    case 'failed':
      return (
        <Callout variant="danger" className={styles.outcome}>
          {state.message} {state.advice}
        </Callout>
      );
    case 'looking':
      return (
        <div role="alert">
          <Callout className={styles.outcome}>
            We don’t know yet whether your payment went through. We’re checking with the payment provider.
          </Callout>
        </div>
      );
    case 'unknown':
      return (
        <div role="alert" className={styles.broken}>
          <Callout variant="danger" className={styles.outcome}>
            We don’t know yet whether your payment went through: the payment provider isn’t responding. Check
            your connection, then check again. You won’t be charged twice.
          </Callout>
          <Button variant="line" onClick={onCheckAgain}>
            Check Again
          </Button>
        </div>
      );
    default:
      return null;
  }
}

const NOT_LOADED =
  'The payment form could not be loaded. Nothing was charged. Check your connection and any ad blocker, then try again.';

/** What the provider says of it is for programmers. */
function openingFailure({ type }: StripeError): string {
  // Ours was right before.
  return type === 'invalid_request_error'
    ? 'The payment form could not be opened. This payment may have expired. Nothing was charged.'
    : NOT_LOADED;
}

function Broken({ onRetry, children }: { onRetry: () => void; children: React.ReactNode }) {
  return (
    <div className={styles.broken} role="alert">
      <Callout variant="danger">{children}</Callout>
      <Button variant="line" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}
