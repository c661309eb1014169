import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { Button } from '#web/ui/forms/button.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import { capitalized } from '#web/ui/text/capitalized.ts';
import styles from './filter-form.module.css';

export type Filter =
  | {
      name: string;
      label: string;
      options: readonly string[];
      /** How an option is called, where not by itself with a capital. */
      names?: Readonly<Record<string, string>>;
    }
  | { name: string; label: string; type: 'search' | 'text' | 'date'; hint?: string };

interface FilterFormProps {
  filters: readonly Filter[];
  values: Readonly<Record<string, string | undefined>>;
  /** Gets what is not empty. */
  onApply: (values: Record<string, string>) => void;
  children?: ReactNode;
}

/**
 * Fields whose values are in the address; Back fills them in again. A choice applies at once, a text by Enter or the button.
 */
export function FilterForm({ filters, values, onApply, children }: FilterFormProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  // Not drawn anew, which would take the focus from the choice that was made.
  const fill = useEffectEvent((given: FilterFormProps['values']) => {
    for (const { name } of filters) {
      const field = form.current?.elements.namedItem(name);
      if (field && 'value' in field) field.value = given[name] ?? '';
    }
  });
  const applied = JSON.stringify(values);
  const filled = useRef(applied);
  useEffect(() => {
    // The first time they are drawn with it, and somebody may type already.
    if (filled.current !== applied) fill(JSON.parse(applied));
    filled.current = applied;
  }, [applied]);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value).trim()]);
    onApply(Object.fromEntries(given.filter(([, value]) => value !== '')));
  }
  return (
    <search>
      <form ref={form} className={styles.form} onSubmit={submit}>
        {filters.map((filter) => (
          <div key={filter.name} className={styles.field}>
            <label htmlFor={`${id}-${filter.name}`} className={styles.label}>
              {filter.label}
            </label>
            <Field filter={filter} id={`${id}-${filter.name}`} value={values[filter.name] ?? ''} />
          </div>
        ))}
        <div className={styles.actions}>
          <Apply isNeeded={filters.some((filter) => !('options' in filter))} />
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

/** Among choices alone for whoever has no scripts. */
function Apply({ isNeeded }: { isNeeded: boolean }) {
  const button = <Button type="submit">Apply</Button>;
  return isNeeded ? button : <noscript>{button}</noscript>;
}

function Field({ filter, id, value }: { filter: Filter; id: string; value: string }) {
  const { name } = filter;
  if ('options' in filter) {
    return (
      <SelectField
        id={id}
        name={name}
        className={fieldClass()}
        defaultValue={value}
        onChange={(event) => event.target.form?.requestSubmit()}
      >
        <option value="">Any</option>
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
