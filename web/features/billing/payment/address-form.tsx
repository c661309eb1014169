import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { type BillingAddress, setBillingAddress } from '#contract/billing.ts';
import { COUNTRIES, needsPostalCode } from '#contract/countries.ts';
import { callWithPaymentTimeout } from '#web/api/call.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import { billingFailure } from '../billing-failure.ts';
import styles from './address-form.module.css';

export interface AddressFormProps {
  /** What is known already; a form that replaces it can be left. */
  place: BillingAddress | undefined;
  /** Known to the provider now. */
  onSaved: () => void;
  /** Undefined where nothing can be paid without one. */
  onCancel?: (() => void) | undefined;
  /** "Continue" to paying, unless nothing is paid behind it. */
  buttonText?: string;
}

const NAMES = new Intl.DisplayNames('en', { type: 'region' });
const OPTIONS = COUNTRIES.map((code) => ({ code, name: NAMES.of(code) ?? code })).sort((a, b) =>
  a.name.localeCompare(b.name, 'en'),
);

/** Where tax is computed for: asked before anything is paid, because the amount depends on it. */
export function AddressForm({ place, onSaved, onCancel, buttonText = 'Continue' }: AddressFormProps) {
  const id = useId();
  const firstField = useRef<HTMLSelectElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const [country, setCountry] = useState(place?.country ?? guessedCountry);
  const [postalCode, setPostalCode] = useState(place?.postalCode ?? '');
  const [isMissing, setMissing] = useState<'country' | 'code' | null>(null);
  const saving = useMutation({
    mutationFn: () => callWithPaymentTimeout(setBillingAddress, { body: { country, postalCode } }),
    onSuccess: onSaved,
  });
  // It stands where the card form was, or will be.
  useEffect(() => {
    if (place !== undefined) firstField.current?.focus();
  }, [place]);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (saving.isPending) return;
    const missing =
      country === '' ? 'country' : needsPostalCode(country) && postalCode.trim() === '' ? 'code' : null;
    setMissing(missing);
    if (missing === null) saving.mutate();
    else (missing === 'country' ? firstField : code).current?.focus();
  }
  const failure = saving.error && billingFailure(saving.error, 'Your address could not be saved.');
  return (
    <form className={styles.form} aria-label="Billing address" noValidate onSubmit={submit}>
      <p className={styles.why}>
        Tax depends on where you live. We ask for your country and postal code and for nothing else; they are
        kept by the payment provider.
      </p>
      <label className={styles.field} htmlFor={`${id}-country`}>
        Country
        <SelectField
          id={`${id}-country`}
          ref={firstField}
          className={fieldClass()}
          value={country}
          autoComplete="country"
          aria-invalid={isMissing === 'country'}
          aria-describedby={`${id}-problem`}
          onChange={(event) => setCountry(event.target.value)}
        >
          <option value="">Choose…</option>
          {OPTIONS.map((option) => (
            <option key={option.code} value={option.code}>
              {option.name}
            </option>
          ))}
        </SelectField>
      </label>
      <label className={styles.field} htmlFor={`${id}-code`}>
        {country === 'US' ? 'ZIP code' : 'Postal code'}
        {country === '' || needsPostalCode(country) ? '' : ' (optional)'}
        <input
          id={`${id}-code`}
          ref={code}
          className={fieldClass()}
          value={postalCode}
          maxLength={20}
          autoComplete="postal-code"
          spellCheck={false}
          aria-invalid={isMissing === 'code'}
          aria-describedby={`${id}-problem`}
          onChange={(event) => setPostalCode(event.target.value)}
        />
      </label>
      <div id={`${id}-problem`} role="alert">
        {isMissing === null && failure ? <Callout variant="danger">{failure}</Callout> : null}
        {isMissing === null ? null : (
          <Callout variant="danger">
            {isMissing === 'country' ? 'Choose your country.' : 'Enter your postal code.'}
          </Callout>
        )}
      </div>
      <div className={styles.buttons}>
        <Button type="submit" size="large" isPending={saving.isPending} pendingText="Saving...">
          {buttonText}
        </Button>
        {onCancel ? (
          <Button variant="line" size="large" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </form>
  );
}

/** By the browser's language, when that names one: "en-GB". */
function guessedCountry(): string {
  const region = new Intl.Locale(navigator.language).region ?? '';
  return COUNTRIES.includes(region) ? region : '';
}
