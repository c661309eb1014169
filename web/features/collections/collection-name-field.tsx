import { type ReactNode, useId, useState } from 'react';
import { COLLECTION_LIMITS } from '#contract/collections.ts';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { FieldProblem } from '#web/ui/forms/field-problem.tsx';
import { type CheckedField, useCheckedField } from '#web/ui/forms/use-checked-field.ts';
import styles from './collection-name-field.module.css';

interface CollectionNameFieldProps extends CheckedField<HTMLInputElement> {
  label: string;
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
  const [name, setName] = useState(start);
  return useCheckedField<HTMLInputElement>(name, setName, findProblem);
}

function findProblem(name: string): string | null {
  if (name === '') return 'Give the collection a name.';
  if (name.length <= COLLECTION_LIMITS.nameCharacters) return null;
  return `Shorten it to ${COLLECTION_LIMITS.nameCharacters} characters.`;
}
