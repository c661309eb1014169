import { useId } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { CharacterCount } from '#web/ui/forms/character-count.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { FieldProblem } from '#web/ui/forms/field-problem.tsx';
import { type CheckedField, useCheckedField } from '#web/ui/forms/use-checked-field.ts';
import { wholeNumber } from '#web/ui/text/format-count.ts';
import styles from './message-field.module.css';

interface MessageFieldProps extends CheckedField<HTMLTextAreaElement> {
  label: string;
  rows: number;
  /** Ctrl+Enter sends it. Not what cannot be taken back. */
  isSentByKey?: boolean;
}

export function MessageField({
  ref,
  label,
  rows,
  isSentByKey = false,
  value,
  problem,
  onChange,
}: MessageFieldProps) {
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
        aria-describedby={problem === null ? `${id}count` : `${id}problem`}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (!isSentByKey || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      {problem === null ? (
        <CharacterCount
          id={`${id}count`}
          length={value.trim().length}
          limit={LIMITS.ticketCharacters}
          className={styles.hint}
        />
      ) : null}
      <FieldProblem id={`${id}problem`} text={problem} />
    </>
  );
}

export const MESSAGE_SENT = { title: 'Message sent', description: 'A person will answer it.' };

/** A message being written: what its field needs, and whether it can be sent. */
export const useMessage = (
  text: string,
  setText: (text: string) => void,
  empty = 'Write your message first.',
) => useCheckedField<HTMLTextAreaElement>(text, setText, (trimmed) => findProblem(trimmed, empty));

function findProblem(text: string, empty: string): string | null {
  if (text === '') return empty;
  if (text.length <= LIMITS.ticketCharacters) return null;
  return `Shorten it to ${wholeNumber(LIMITS.ticketCharacters)} characters: it has ${wholeNumber(text.length)}.`;
}
