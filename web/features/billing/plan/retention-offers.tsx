import type { ReactNode } from 'react';
import { acceptRetentionOffer, type RetentionOffers as Offers, type TaxKind } from '#contract/billing.ts';
import { callWithPaymentTimeout } from '#web/api/call.ts';
import { taxWords } from '#web/api/tax.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { BillingDate } from '../billing-date.tsx';
import { formatAmount } from '../billing-messages.ts';
import styles from './retention-offers.module.css';
import { useBillingAction } from './use-billing-action.ts';

interface CancellationOffersProps {
  offers: Offers;
  tax: TaxKind | null;
  /** While it is being canceled, nothing is offered, and nothing moves. */
  isInert: boolean;
  onOfferAccepted: () => void;
}

/** What may be done instead of canceling; nothing where nothing is offered. */
export function CancellationOffers({ offers: data, tax, isInert, onOfferAccepted }: CancellationOffersProps) {
  if (data.pauseRefusal !== null)
    return <p className={styles.refusal}>{PAUSE_REFUSALS[data.pauseRefusal]}</p>;
  if (data.pause === null && data.discount === null) return null;
  return (
    <section className={styles.offers} aria-labelledby="stay-title" inert={isInert}>
      <h3 id="stay-title" className={styles.title}>
        {data.pause && data.discount ? 'Other options' : 'Another option'}
      </h3>
      <p>
        {data.pause && data.discount ? 'You can use one of these, once.' : 'You can use this offer once.'}
      </p>
      {data.pause ? (
        <Offer
          offer="pause"
          label="Pause for a month"
          done="Your plan pauses for a month."
          onOfferAccepted={onOfferAccepted}
        >
          If you pause, nothing is charged on <BillingDate at={data.pause.from} />, and your plan is locked
          from then. It starts again on <BillingDate at={data.pause.until} />.
        </Offer>
      ) : null}
      {data.discount ? (
        <Offer
          offer="discount"
          label="Keep it for less"
          done="Your discount is on."
          onOfferAccepted={onOfferAccepted}
        >
          {discountText(data.discount, tax)}
        </Offer>
      ) : null}
    </section>
  );
}

const PAUSE_REFUSALS: Readonly<Record<NonNullable<Offers['pauseRefusal']>, string>> = {
  taken: 'You’ve used your one-time pause or discount, so there isn’t one this time.',
  change_planned: 'Pausing for a month isn’t possible while a change of plan is planned.',
};

/** "Your next 2 invoices are $4.99 each, instead of $9.99. Then it is $9.99 again." */
function discountText(
  { amountCents, regularCents, currency, months }: NonNullable<Offers['discount']>,
  tax: TaxKind | null,
) {
  const [less, regular] = [amountCents, regularCents].map((cents) => formatAmount(cents, currency));
  const words = taxWords(tax);
  if (months === null) return `Each further month is ${less}, instead of ${regular}${words}.`;
  const invoices =
    months === 1 ? `Your next invoice is ${less}` : `Your next ${months} invoices are ${less} each`;
  return `${invoices}, instead of ${regular}. Then it is ${regular} again${words}.`;
}

interface OfferProps {
  offer: 'pause' | 'discount';
  label: string;
  /** The toast's text. */
  done: string;
  onOfferAccepted: () => void;
  children: ReactNode;
}

function Offer({ offer, label, done, onOfferAccepted, children }: OfferProps) {
  const staying = useBillingAction({
    call: () => callWithPaymentTimeout(acceptRetentionOffer, { body: { offer } }),
    failure: 'We couldn’t do that.',
    onDone: () => {
      toast({ title: 'Subscription updated', description: done });
      onOfferAccepted();
    },
  });
  return (
    <div className={styles.offer}>
      <p>{children}</p>
      <Button
        variant="line"
        size="small"
        isPending={staying.isPending}
        pendingText="Saving..."
        onClick={staying.run}
      >
        {label}
      </Button>
      <div role="alert">{staying.failure ? <Callout variant="danger">{staying.failure}</Callout> : null}</div>
    </div>
  );
}
