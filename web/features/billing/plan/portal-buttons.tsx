import { useMutation, useQuery } from '@tanstack/react-query';
import CreditCard from 'lucide-react/icons/credit-card';
import ReceiptText from 'lucide-react/icons/receipt-text';
import { openPortal } from '#contract/billing.ts';
import { callWithPaymentTimeout } from '#web/api/call.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { billingFailure } from '../billing-failure.ts';
import styles from '../payment/due-payment.module.css';
import { billsQuery } from './bills.queries.ts';

/** To the provider's own pages, which lead back here: another card, and every invoice. */
export function PortalButtons({ asOf, hasPlan }: { asOf: string; hasPlan: boolean }) {
  const { data } = useQuery(billsQuery(asOf));
  const portal = useMutation({
    mutationFn: (purpose: 'invoices' | 'card') => callWithPaymentTimeout(openPortal, { body: { purpose } }),
    // Stays pending: this page is left.
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const isOpening = portal.isPending || portal.isSuccess;
  const failure =
    portal.error && billingFailure(portal.error, 'We couldn’t open the payment provider’s page.');
  return (
    <>
      <div className={styles.buttons}>
        {hasPlan || data?.card ? (
          <Button
            variant="line"
            disabled={isOpening}
            isPending={isOpening && portal.variables === 'card'}
            pendingText="Opening..."
            onClick={() => portal.mutate('card')}
          >
            <CreditCard aria-hidden />
            {data?.card === null ? 'Add card' : 'Update card'}
          </Button>
        ) : null}
        <Button
          variant="line"
          disabled={isOpening}
          isPending={isOpening && portal.variables === 'invoices'}
          pendingText="Opening..."
          onClick={() => portal.mutate('invoices')}
        >
          <ReceiptText aria-hidden />
          Invoices
        </Button>
      </div>
      <div role="alert" className={styles.alert}>
        {failure ? <Callout variant="danger">{failure}</Callout> : null}
      </div>
    </>
  );
}
