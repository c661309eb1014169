import { useId } from 'react';
import { CharacterCount } from '#web/ui/forms/character-count.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { FieldProblem } from '#web/ui/forms/field-problem.tsx';
import styles from './brief-form.module.css';

interface BriefFieldProps {
  label: string;
  help: string;
  value: string;
  maxCharacters: number;
  /** One line for `1`. */
  rows: number;
  isOptional?: boolean;
  /** What is wrong with it. */
  problem: string | undefined;
  onChange: (text: string) => void;
}

export function BriefField({
  label,
  help,
  value,
  maxCharacters,
  rows,
  isOptional = false,
  problem,
  onChange,
}: BriefFieldProps) {
  const id = useId();
  const { length } = value.trim();
  // No `name`: a form sent before the script runs must not carry the brief into an address.
  const field = {
    id,
    dir: 'auto' as const,
    className: fieldClass(),
    value,
    'aria-required': !isOptional,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem ? `${id}problem ${id}help` : `${id}help`,
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {isOptional ? <span className={styles.optional}> (optional)</span> : null}
      </label>
      {rows === 1 ? (
        <input {...field} type="text" autoComplete="off" onChange={(event) => onChange(event.target.value)} />
      ) : (
        <textarea {...field} rows={rows} onChange={(event) => onChange(event.target.value)} />
      )}
      <div className={styles.under}>
        <div>
          <FieldProblem id={`${id}problem`} text={problem || null} />
          <p id={`${id}help`} className={styles.help}>
            {help}
          </p>
        </div>
        <CharacterCount length={length} limit={maxCharacters} className={styles.count} />
      </div>
    </div>
  );
}
