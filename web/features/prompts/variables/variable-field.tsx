import { type ChangeEvent, useId } from 'react';
import type { Variable } from '#contract/prompts.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import styles from './variables-form.module.css';

interface VariableFieldProps {
  variable: Variable;
  value: string;
  /** Id of the words that ask for it, while it is required and blank. */
  describedBy?: string | undefined;
  onChange: (value: string) => void;
}

/** One variable, as its type asks for it. */
export function VariableField({ variable, value, describedBy, onChange }: VariableFieldProps) {
  const id = useId();
  const { name, label, type, required = false, options = [], help } = variable;
  const field = {
    id,
    name,
    value,
    required,
    className: fieldClass(),
    'aria-invalid': describedBy !== undefined,
    'aria-describedby': classNames(describedBy, help && `${id}help`),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      onChange(event.target.value),
  };
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        {label}
        <span className={styles.required}> ({required ? 'required' : 'optional'})</span>
      </label>
      {type === 'long-text' ? <textarea {...field} rows={3} dir="auto" /> : null}
      {type === 'choice' ? (
        <SelectField {...field}>
          <option value="">Choose…</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </SelectField>
      ) : null}
      {type === 'number' ? <input {...field} type="number" step="any" inputMode="decimal" /> : null}
      {type === 'date' ? <input {...field} type="date" /> : null}
      {type === 'text' ? <input {...field} type="text" dir="auto" autoComplete="off" /> : null}
      {help ? (
        <p id={`${id}help`} className={styles.help}>
          {help}
        </p>
      ) : null}
    </div>
  );
}
