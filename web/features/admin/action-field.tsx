import { type ComponentProps, useId } from 'react';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { FieldProblem } from '#web/ui/forms/field-problem.tsx';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import { capitalized } from '#web/ui/text/capitalized.ts';
import styles from './action-dialog.module.css';

interface ActionFieldProps extends Omit<ComponentProps<'input'>, 'ref'> {
  label: string;
  /** A choice instead of a text. */
  options?: readonly string[];
  /** What an option is called, where its value is no word for people. */
  names?: Readonly<Record<string, string>>;
  /** A text of several lines. */
  rows?: number;
  /** What is wrong with it, of a field that is checked before it is sent. */
  problem?: string | null;
}

/** A field of an action's dialog. */
export function ActionField({ label, options, names, rows, problem, ...fieldProps }: ActionFieldProps) {
  const id = useId();
  const marked = problem ? { 'aria-invalid': true, 'aria-describedby': `${id}problem` } : {};
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <Field id={id} options={options} names={names} rows={rows} {...fieldProps} {...marked} />
      {problem === undefined ? null : <FieldProblem id={`${id}problem`} text={problem} />}
    </div>
  );
}

function Field({
  options,
  names,
  rows,
  ...fieldProps
}: Omit<ActionFieldProps, 'label' | 'options' | 'names' | 'rows' | 'problem'> & {
  options: readonly string[] | undefined;
  names: Readonly<Record<string, string>> | undefined;
  rows: number | undefined;
}) {
  const { id, name, defaultValue, maxLength } = fieldProps;
  if (options) {
    return (
      <SelectField id={id} name={name} className={fieldClass()} defaultValue={defaultValue}>
        {options.map((option) => (
          <option key={option} value={option}>
            {names?.[option] ?? capitalized(option)}
          </option>
        ))}
      </SelectField>
    );
  }
  if (rows === undefined) return <input className={fieldClass()} {...fieldProps} />;
  return (
    <textarea
      {...{ id, name, defaultValue, maxLength, rows }}
      className={fieldClass(styles.text)}
      aria-invalid={fieldProps['aria-invalid']}
      aria-describedby={fieldProps['aria-describedby']}
    />
  );
}
