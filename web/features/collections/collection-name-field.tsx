import { type ReactNode, type Ref, useId, useRef, useState } from 'react';
import { COLLECTION_LIMITS } from '#contract/collections.ts';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { FieldProblem } from '#web/ui/forms/field-problem.tsx';
import styles from './collection-name-field.module.css';

interface CollectionNameFieldProps {
  ref: Ref<HTMLInputElement>;
  label: string;
  value: string;
  /** What is wrong with it, once it was to be saved. */
  problem: string | null;
  onChange: (name: string) => void;
  /** The form's button, where it stands beside the field. */
  button?: ReactNode;
}

export function CollectionNameField({
  ref,
  label,
  value,
  problem,
  onChange,
  button,
}: CollectionNameFieldProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <div className={styles.row}>
        <input
          ref={ref}
          id={id}
          className={fieldClass()}
          required
          autoComplete="off"
          dir="auto"
          value={value}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          onChange={(event) => onChange(event.target.value)}
        />
        {button}
      </div>
      <FieldProblem id={`${id}-problem`} text={problem} />
    </>
  );
}

/** The name of a collection being written: what its field needs, and whether it can be saved. */
export function useCollectionName(start: string) {
  const ref = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(start);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    name,
    ref,
    /** Says at the field what is wrong. */
    check: (): boolean => {
      const found = findProblem(name.trim());
      setProblem(found);
      if (found !== null) ref.current?.focus();
      return found === null;
    },
    field: {
      ref,
      value: name,
      problem,
      onChange: (next: string) => {
        setName(next);
        setProblem(null);
      },
    },
  };
}

function findProblem(name: string): string | null {
  if (name === '') return 'Give the collection a name.';
  if (name.length <= COLLECTION_LIMITS.nameCharacters) return null;
  return `Shorten it to ${COLLECTION_LIMITS.nameCharacters} characters.`;
}
