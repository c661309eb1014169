import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from '#web/ui/forms/button.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import { capitalized } from './capitalized.ts';
import styles from './filter-form.module.css';

export type Filter =
  | {
      name: string;
      label: string;
      options: readonly string[];
      /** How an option is called, where not by itself with a capital. */
      names?: Readonly<Record<string, string>>;
      /** What is listed where the address names none: then no choice is everything. */
      initial?: string;
    }
  | { name: string; label: string; type: 'search' | 'text' | 'date'; hint?: string };

interface FilterFormProps {
  filters: readonly Filter[];
  values: Readonly<Record<string, string | undefined>>;
  /** Gets what is not empty. */
  onApply: (values: Record<string, string>) => void;
  children?: ReactNode;
}

/** Fields whose values are in the address. Drawn anew when the address changes, so that Back shows what it shows. */
export function FilterForm({ filters, values, onApply, children }: FilterFormProps) {
  const id = useId();
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()]);
    onApply(Object.fromEntries(given.filter(([, value]) => value !== '')));
  }
  return (
    <search>
      <form key={JSON.stringify(values)} className={styles.form} onSubmit={submit}>
        {filters.map((filter) => (
          <div key={filter.name} className={styles.field}>
            <label htmlFor={`${id}-${filter.name}`} className={styles.label}>
              {filter.label}
            </label>
            <Field filter={filter} id={`${id}-${filter.name}`} value={values[filter.name] ?? ''} />
          </div>
        ))}
        <div className={styles.actions}>
          <Button type="submit">Apply</Button>
          {filters.some(({ name }) => values[name] !== undefined) ? (
            <Button variant="line" onClick={() => onApply({})}>
              Clear
            </Button>
          ) : null}
          {children}
        </div>
      </form>
    </search>
  );
}

function Field({ filter, id, value }: { filter: Filter; id: string; value: string }) {
  const { name } = filter;
  if ('options' in filter) {
    return (
      <SelectField id={id} name={name} className={fieldClass()} defaultValue={value || filter.initial}>
        {filter.initial === undefined ? <option value="">Any</option> : null}
        {filter.options.map((option) => (
          <option key={option} value={option}>
            {filter.names?.[option] ?? capitalized(option)}
          </option>
        ))}
      </SelectField>
    );
  }
  return (
    <input
      id={id}
      name={name}
      type={filter.type}
      className={fieldClass()}
      defaultValue={value}
      placeholder={filter.hint}
    />
  );
}
