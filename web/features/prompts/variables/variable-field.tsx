import { type ChangeEvent, type KeyboardEvent, useId } from 'react';
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
      {type === 'text' ? (
        <textarea
          {...field}
          rows={1}
          dir="auto"
          autoComplete="off"
          className={fieldClass(styles.line)}
          onChange={({ target }) => onChange(inOneLine(target))}
          onKeyDown={submitOnEnter}
        />
      ) : null}
      {help ? (
        <p id={`${id}help`} className={styles.help}>
          {help}
        </p>
      ) : null}
    </div>
  );
}

/** It grows with its text, but has one line of it: a pasted line break becomes a space. */
function inOneLine(box: HTMLTextAreaElement): string {
  if (box.value.includes('\n')) {
    const { selectionEnd } = box;
    box.value = box.value.replaceAll('\n', ' ');
    box.setSelectionRange(selectionEnd, selectionEnd);
  }
  return box.value;
}

/** As in an input; with Ctrl or Cmd the form does it. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  const { isComposing, keyCode } = event.nativeEvent;
  // Safari has ended the composition when the Enter that confirms it arrives, as 229.
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || isComposing || keyCode === 229) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
