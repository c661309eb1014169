import { type FormEvent, useId, useState } from 'react';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import styles from './promotion-code.module.css';

interface PromotionCodeProps {
  /** The one that counts now. */
  applied: string | undefined;
  isPending: boolean;
  failure: string | null;
  /** Null takes it off. */
  onEnter: (code: string | null) => void;
}

/**
 * A quiet row above the card form, and open: with another code the payment is another, and so is its card form. Whoever
 * has a code sees it before they type a card.
 */
export function PromotionCode({ applied, isPending, failure, onEnter }: PromotionCodeProps) {
  const id = useId();
  const [code, setCode] = useState('');
  const isApplied = applied !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isApplied && code.trim() !== '' && !isPending) onEnter(code.trim());
  };
  const remove = () => {
    setCode('');
    onEnter(null);
  };
  // Applied or not, field and button are the same two: neither the focus nor anything below them moves.
  return (
    <form className={styles.row} aria-label="Promotion code" onSubmit={submit}>
      <label htmlFor={id} className={styles.label}>
        Promotion code <span className={styles.optional}>(optional)</span>
      </label>
      <div className={styles.entry}>
        <input
          id={id}
          className={fieldClass(styles.field)}
          value={applied ?? code}
          readOnly={isApplied}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-invalid={failure !== null}
          aria-describedby={`${id}-hint ${id}-problem`}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button
          type={isApplied ? 'button' : 'submit'}
          variant="line"
          isPending={isPending}
          pendingText={isApplied ? 'Removing...' : 'Checking...'}
          {...(isApplied ? { onClick: remove } : {})}
        >
          {isApplied ? 'Remove' : 'Apply'}
        </Button>
      </div>
      <p id={`${id}-hint`} className={styles.hint} role="status">
        {isApplied
          ? `Code ${applied} applied. Removing it clears the card form.`
          : 'Apply it before you enter your card: a new price clears the card form.'}
      </p>
      <div id={`${id}-problem`} role="alert">
        {failure ? (
          <Callout variant="danger" className={styles.failure}>
            {failure}
          </Callout>
        ) : null}
      </div>
    </form>
  );
}
