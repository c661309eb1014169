import { type ComponentProps, useId } from 'react';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import styles from './action-dialog.module.css';

interface ActFieldProps extends Omit<ComponentProps<'input'>, 'ref'> {
  label: string;
  /** A choice instead of a text. */
  options?: readonly string[];
  /** A text of several lines. */
  rows?: number;
}

/** A field of an act's dialog. */
export function ActField({ label, options, rows, ...given }: ActFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <Field id={id} options={options} rows={rows} {...given} />
    </div>
  );
}

function Field({
  options,
  rows,
  ...given
}: Omit<ActFieldProps, 'label' | 'options' | 'rows'> & {
  options: readonly string[] | undefined;
  rows: number | undefined;
}) {
  const { id, name, defaultValue, maxLength } = given;
  if (options) {
    return (
      <SelectField id={id} name={name} className={fieldClass()} defaultValue={defaultValue}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </SelectField>
    );
  }
  if (rows === undefined) return <input className={fieldClass()} {...given} />;
  return (
    <textarea
      {...{ id, name, defaultValue, maxLength, rows }}
      className={fieldClass(styles.text)}
      aria-invalid={given['aria-invalid']}
      aria-describedby={given['aria-describedby']}
    />
  );
}
