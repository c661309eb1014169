import { type Ref, useId, useRef, useState } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import styles from './contact-form.module.css';

interface MessageFieldProps {
  ref: Ref<HTMLTextAreaElement>;
  label: string;
  rows: number;
  value: string;
  /** It was to be sent without a word. */
  isMissing: boolean;
  onChange: (text: string) => void;
}

export function MessageField({ ref, label, rows, value, isMissing, onChange }: MessageFieldProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <textarea
        ref={ref}
        id={id}
        className={fieldClass(styles.text)}
        required
        rows={rows}
        maxLength={LIMITS.ticketCharacters}
        value={value}
        aria-invalid={isMissing}
        {...(isMissing ? { 'aria-describedby': `${id}problem` } : {})}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      {isMissing ? (
        <p id={`${id}problem`} className={styles.problem}>
          Write your message first.
        </p>
      ) : null}
    </>
  );
}

/** A message being written: what its field needs, and whether it can be sent. */
export function useMessage(text: string, setText: (text: string) => void) {
  const ref = useRef<HTMLTextAreaElement>(null);
  const [isMissing, setMissing] = useState(false);
  return {
    focus: () => ref.current?.focus(),
    /** Says at the field what is wrong. */
    check: (): boolean => {
      const isWritten = text.trim() !== '';
      setMissing(!isWritten);
      if (!isWritten) ref.current?.focus();
      return isWritten;
    },
    field: {
      ref,
      value: text,
      isMissing,
      onChange: (next: string) => {
        setText(next);
        setMissing(false);
      },
    },
  };
}
