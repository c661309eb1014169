import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId } from 'react';
import type { Version } from '#contract/versions.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import styles from './compare-form.module.css';

interface CompareFormProps {
  promptId: string;
  versions: readonly Version[];
  shown: { from: number; to: number };
}

/** Any two versions; a form of its own page, so that it works before the page has its script. */
export function CompareForm({ promptId, versions, shown }: CompareFormProps) {
  const navigate = useNavigate();
  const id = useId();

  function compare(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const numberOf = (name: string) => Number(form.get(name));
    // The comparison has the older one first, whatever was chosen: so have the fields.
    if (numberOf('from') > numberOf('to')) event.currentTarget.reset();
    void navigate({
      to: '/prompt/$id/history',
      params: { id: promptId },
      search: { from: numberOf('from'), to: numberOf('to') },
      resetScroll: false,
    });
  }

  return (
    <form method="get" className={styles.form} onSubmit={compare}>
      {(['from', 'to'] as const).map((name) => (
        <p key={`${name} ${shown[name]}`} className={styles.field}>
          <label htmlFor={`${id}${name}`}>{name === 'from' ? 'Compare' : 'with'}</label>
          <SelectField
            id={`${id}${name}`}
            name={name}
            className={fieldClass()}
            defaultValue={String(shown[name])}
          >
            {versions.map(({ number }) => (
              <option key={number} value={number}>
                Version {number}
              </option>
            ))}
          </SelectField>
        </p>
      ))}
      <Button type="submit" variant="line">
        Compare
      </Button>
    </form>
  );
}
