import { useRef, useState } from 'react';
import type { BillingAddress } from '#contract/billing.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { placeName } from '../billing-messages.ts';
import { LazyAddressForm } from '../payment/lazy-address-form.tsx';
import styles from './bills.module.css';

/** Where the next bills are taxed, and another place. A business enters its number on the provider's page. */
export function TaxAddress({ place, onChanged }: { place: BillingAddress; onChanged: () => void }) {
  const [isChanging, setChanging] = useState(false);
  const line = useRef<HTMLParagraphElement>(null);
  function close() {
    setChanging(false);
    // What was pressed is gone.
    requestAnimationFrame(() => line.current?.focus());
  }
  if (isChanging) {
    return (
      <div className={styles.place}>
        <LazyAddressForm
          place={place}
          buttonText="Save address"
          onSaved={() => {
            close();
            toast({ title: 'Address saved', description: 'Your next invoice is taxed there.' });
            onChanged();
          }}
          onCancel={close}
        />
      </div>
    );
  }
  return (
    <>
      <p ref={line} tabIndex={-1} className={styles.card}>
        Taxed for {placeName(place)}.{' '}
        <Button variant="line" size="small" onClick={() => setChanging(true)}>
          Change address
        </Button>
      </p>
      <p className={styles.note}>
        Buying for a business? Add its VAT or GST number under “Invoices”: your next invoice shows it and uses
        it.
      </p>
    </>
  );
}
