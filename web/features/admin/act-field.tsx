import { type ComponentProps, useId } from 'react';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import styles from './act-dialog.module.css';

interface ActFieldProps extends ComponentProps<'input'> {
  label: string;
  /** A choice instead of a text. */
  options?: readonly string[];
}

/** A field of an act's dialog. */
export function ActField({ label, options, name, defaultValue, ...input }: ActFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {options ? (
        <SelectField id={id} name={name} className={fieldClass()} defaultValue={defaultValue}>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </SelectField>
      ) : (
        <input id={id} name={name} className={fieldClass()} defaultValue={defaultValue} {...input} />
      )}
    </div>
  );
}
