import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './card-form.module.css';
import { CardFormSkeleton } from './card-form-skeleton.tsx';
import type { PaymentFormProps } from './payment-form.tsx';
import { openStripe } from './stripe-loader.ts';
import { useAppearance } from './use-appearance.ts';

/** The provider's form with our button. Everything about the card stays between its frame and the provider. */
export function CardForm(props: PaymentFormProps) {
  const { payment, settings } = props;
  const [attempt, setAttempt] = useState(0);
  const stripe = useStripeJs(settings, attempt);
  const appearance = useAppearance();
  if (stripe === 'failed') {
    return (
      <Broken onRetry={() => setAttempt((count) => count + 1)}>
        The payment form could not be loaded. Check your connection and whether something blocks it, then try
        again. Nothing was charged.
      </Broken>
    );
  }
  if (stripe === 'loading' || appearance === undefined) return <CardFormSkeleton />;
  return (
    // A secret cannot be changed under a form that stands: another payment is another form.
    <Elements
      key={payment.clientSecret}
      stripe={stripe}
      options={{ clientSecret: payment.clientSecret, appearance, locale: 'en' }}
    >
      <Fields {...props} />
    </Elements>
  );
}

function useStripeJs(
  { publishableKey, stripeJsUrl }: PaymentFormProps['settings'],
  attempt: number,
): Stripe | 'loading' | 'failed' {
  const [loaded, setLoaded] = useState<{ attempt: number; stripe: Stripe | 'failed' } | null>(null);
  useEffect(() => {
    let isGone = false;
    const show = (stripe: Stripe | 'failed') => {
      // In an object: the provider's own is a function to React's eye in some versions.
      if (!isGone) setLoaded({ attempt, stripe });
    };
    openStripe(publishableKey ?? '', stripeJsUrl).then(show, () => show('failed'));
    return () => {
      isGone = true;
    };
  }, [attempt, publishableKey, stripeJsUrl]);
  return loaded?.attempt === attempt ? loaded.stripe : 'loading';
}

function Fields({ payment, returnPath, buttonText, onPaid, onReload, children }: PaymentFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [broken, setBroken] = useState<string | null>(null);
  // State follows a moment later: of two clicks at once the second must find it.
  const isBusy = useRef(false);

  async function pay() {
    if (!stripe || !elements || !isReady || isBusy.current) return;
    isBusy.current = true;
    setFailure(null);
    // Called before anything is waited for: some ways to pay open a window, which only a click may.
    const submission = elements.submit();
    setConfirming(true);
    const outcome = await confirmPayment({ stripe, elements, submission, payment, returnPath });
    if (outcome.kind === 'paid') {
      // Stays busy: the page goes on to what follows.
      onPaid();
      return;
    }
    isBusy.current = false;
    setConfirming(false);
    if (outcome.kind === 'invalid') return;
    setFailure(outcome.message);
    toast({ title: 'Payment Failed', description: outcome.message, variant: 'destructive' });
  }

  if (broken !== null) return <Broken onRetry={onReload}>{broken}</Broken>;
  return (
    <form
      className={styles.form}
      aria-label="Payment"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void pay();
      }}
    >
      <div className={classNames(styles.fields, !isReady && styles.opening)} inert={isConfirming}>
        {isReady ? null : (
          <p className="visually-hidden" role="status">
            Loading the payment form
          </p>
        )}
        <PaymentElement
          options={{ readOnly: isConfirming, layout: 'tabs' }}
          onReady={() => setReady(true)}
          onLoadError={({ error }) => setBroken(openingFailure(error))}
        />
      </div>
      {failure !== null && !isConfirming ? (
        <Notice variant="danger" className={styles.failure}>
          {failure} You were not charged; you can try again.
        </Notice>
      ) : null}
      <Button
        type="submit"
        size="large"
        isBlock
        disabled={!isReady}
        isPending={isConfirming}
        pendingText="Processing..."
      >
        {buttonText}
      </Button>
      <p className="visually-hidden" role="status">
        {isConfirming ? 'Your payment is being processed.' : ''}
      </p>
      {children}
    </form>
  );
}

interface Confirmation {
  stripe: Stripe;
  elements: StripeElements;
  submission: ReturnType<StripeElements['submit']>;
  payment: PaymentFormProps['payment'];
  returnPath: string;
}

type Outcome = { kind: 'paid' } | { kind: 'invalid' } | { kind: 'failed'; message: string };

const UNKNOWN = 'The payment could not be confirmed.';

async function confirmPayment(confirmation: Confirmation): Promise<Outcome> {
  const { stripe, elements, submission, payment, returnPath } = confirmation;
  try {
    const { error: incomplete } = await submission;
    // The form itself shows where.
    if (incomplete) return failed(incomplete);
    const { error, paymentIntent } = await stripe.confirmPayment({
      elements,
      clientSecret: payment.clientSecret,
      confirmParams: { return_url: new URL(returnPath, window.location.origin).href },
      // Cards come back here, so that no secret of the payment ever stands in an address.
      redirect: 'if_required',
    });
    if (error) return failed(error);
    return isTaken(paymentIntent.status) ? { kind: 'paid' } : { kind: 'failed', message: UNKNOWN };
  } catch {
    return { kind: 'failed', message: UNKNOWN };
  }
}

function failed(error: StripeError): Outcome {
  // Paid meanwhile, in another tab.
  if (error.payment_intent && isTaken(error.payment_intent.status)) return { kind: 'paid' };
  if (error.type === 'validation_error') return { kind: 'invalid' };
  return { kind: 'failed', message: error.message || UNKNOWN };
}

function isTaken(status: string): boolean {
  return status === 'succeeded' || status === 'processing';
}

function openingFailure(error: StripeError): string {
  const reason = error.message ? ` ${error.message}` : '';
  return `The payment form could not be opened.${reason}`;
}

function Broken({ onRetry, children }: { onRetry: () => void; children: React.ReactNode }) {
  return (
    <div className={styles.broken} role="alert">
      <Notice variant="danger">{children}</Notice>
      <Button variant="line" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}
