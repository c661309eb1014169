import { useEffect, useId, useRef, useState } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { FieldProblem } from '#web/ui/forms/field-problem.tsx';
import { wholeNumber } from '#web/ui/text/format-count.ts';
import styles from './revision-form.module.css';

interface RevisionFormProps {
  orderId: string;
  /** Whose text it is: a shared computer forgets it with them. */
  memberId: string;
  isPending: boolean;
  failure: string | null;
  /** Resolves to whether it went through; the text stays in the box otherwise. */
  onSend: (text: string) => Promise<boolean>;
  onCancel: () => void;
}

/** What should change. The text is kept in this tab until it is sent. */
export function RevisionForm({ orderId, memberId, isPending, failure, onSend, onCancel }: RevisionFormProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const name = `revision:${memberId}:${orderId}`;
  // Never drawn by the server: a button opens it.
  const [text, setText] = useState(() => read(name));
  const [isChecked, setChecked] = useState(false);
  const { length } = text.trim();
  const max = LIMITS.briefCharacters;
  const problem = problemOf(length, max);
  useEffect(() => area.current?.focus(), []);

  async function send() {
    setChecked(true);
    if (problem || isPending) {
      if (problem) area.current?.focus();
      return;
    }
    if (await onSend(text.trim())) keep(name, '');
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label htmlFor={id} className={styles.label}>
        What should change?
      </label>
      <textarea
        ref={area}
        id={id}
        dir="auto"
        rows={5}
        className={fieldClass()}
        value={text}
        aria-required
        aria-invalid={isChecked && problem !== undefined}
        {...(isChecked && problem ? { 'aria-describedby': `${id}problem` } : {})}
        onChange={(event) => {
          setText(event.target.value);
          keep(name, event.target.value);
        }}
      />
      <FieldProblem id={`${id}problem`} text={(isChecked && problem) || null} />
      <div role="alert" className={styles.alert}>
        {failure ? <Callout variant="danger">{failure}</Callout> : null}
      </div>
      <div className={styles.buttons}>
        <Button type="submit" isPending={isPending} pendingText="Sending...">
          Ask for changes
        </Button>
        <Button variant="ghost" disabled={isPending} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function problemOf(length: number, max: number): string | undefined {
  if (length === 0) return 'Say what should change.';
  if (length <= max) return undefined;
  return `At most ${wholeNumber(max)} characters; this is ${wholeNumber(length)}.`;
}

function read(name: string): string {
  try {
    return sessionStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

function keep(name: string, text: string): void {
  try {
    if (text.trim()) sessionStorage.setItem(name, text);
    else sessionStorage.removeItem(name);
  } catch {
    // Storage is full or refused: the text lives as long as the box.
  }
}
