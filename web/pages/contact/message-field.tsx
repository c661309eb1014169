import { type Ref, useId, useRef, useState } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { CharacterCount } from '#web/ui/forms/character-count.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { FieldProblem } from '#web/ui/forms/field-problem.tsx';
import { wholeNumber } from '#web/ui/text/format-count.ts';
import styles from './contact-form.module.css';

interface MessageFieldProps {
  ref: Ref<HTMLTextAreaElement>;
  label: string;
  rows: number;
  value: string;
  /** What is wrong with it, once it was to be sent. */
  problem: string | null;
  onChange: (text: string) => void;
}

export function MessageField({ ref, label, rows, value, problem, onChange }: MessageFieldProps) {
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
        value={value}
        aria-invalid={problem !== null}
        aria-describedby={`${id}count${problem === null ? '' : ` ${id}problem`}`}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      <CharacterCount
        id={`${id}count`}
        length={value.trim().length}
        limit={LIMITS.ticketCharacters}
        className={styles.hint}
      />
      <FieldProblem id={`${id}problem`} text={problem} />
    </>
  );
}

export const MESSAGE_SENT = { title: 'Message sent', description: 'A person will answer it.' };

/** A message being written: what its field needs, and whether it can be sent. */
export function useMessage(text: string, setText: (text: string) => void) {
  const ref = useRef<HTMLTextAreaElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    focus: () => ref.current?.focus(),
    /** Says at the field what is wrong. */
    check: (): boolean => {
      const found = findProblem(text.trim());
      setProblem(found);
      if (found !== null) ref.current?.focus();
      return found === null;
    },
    field: {
      ref,
      value: text,
      problem,
      onChange: (next: string) => {
        setText(next);
        setProblem(null);
      },
    },
  };
}

function findProblem(text: string): string | null {
  if (text === '') return 'Write your message first.';
  if (text.length <= LIMITS.ticketCharacters) return null;
  return `Shorten it to ${wholeNumber(LIMITS.ticketCharacters)} characters.`;
}
