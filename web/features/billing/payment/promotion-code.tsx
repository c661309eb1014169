import { type FormEvent, useId, useState } from 'react';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { DisclosureSummary } from '#web/ui/text/disclosure-summary.tsx';
import styles from './promotion-code.module.css';

interface PromotionCodeProps {
  /** The one that counts now. */
  applied: string | undefined;
  isPending: boolean;
  failure: string | null;
  /** Null takes it off. */
  onEnter: (code: string | null) => void;
}

/** For whoever has a promotion code: folded away, because most have none. */
export function PromotionCode({ applied, isPending, failure, onEnter }: PromotionCodeProps) {
  const id = useId();
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== '' && !isPending) onEnter(code.trim());
  };
  if (applied !== undefined) {
    return (
      <p className={styles.applied} role="status">
        Code {applied} applied.{' '}
        <Button variant="line" size="small" isPending={isPending} onClick={() => onEnter(null)}>
          Remove
        </Button>
      </p>
    );
  }
  return (
    <details className={styles.details} open={failure !== null || undefined}>
      <DisclosureSummary className={styles.summary}>I have a promotion code</DisclosureSummary>
      <p id={`${id}-hint`} className={styles.hint}>
        Apply it before you enter your card: the card form starts again with a code.
      </p>
      <form className={styles.form} onSubmit={submit}>
        <label htmlFor={id} className="visually-hidden">
          Promotion code
        </label>
        <input
          id={id}
          className={fieldClass(styles.field)}
          value={code}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-invalid={failure !== null}
          aria-describedby={`${id}-hint ${id}-problem`}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="submit" variant="line" isPending={isPending} pendingText="Checking...">
          Apply
        </Button>
      </form>
      <div id={`${id}-problem`} role="alert">
        {failure ? <Callout variant="danger">{failure}</Callout> : null}
      </div>
    </details>
  );
}
