import { type ReactNode, useId } from 'react';
import type { Variable } from '#contract/prompts.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import styles from './delivery-blanks.module.css';

const TYPE_NAMES: Record<Variable['type'], string> = {
  text: 'Short text',
  'long-text': 'Long text',
  number: 'Number',
  choice: 'Choice',
  date: 'Date',
};

interface DeliveryBlanksProps {
  blanks: readonly Variable[];
  onChange: (blank: Variable) => void;
}

/** How each blank of the text asks for what belongs there. */
export function DeliveryBlanks({ blanks, onChange }: DeliveryBlanksProps) {
  return (
    <ul className={styles.blanks}>
      {blanks.map((blank) => (
        <li key={blank.name}>
          <Blank blank={blank} onChange={(changed) => onChange({ ...blank, ...changed })} />
        </li>
      ))}
    </ul>
  );
}

function Blank({ blank, onChange }: { blank: Variable; onChange: (changed: Partial<Variable>) => void }) {
  const { name, label, type, required = false, default: start = '', options = [], help = '' } = blank;
  return (
    <fieldset className={styles.blank}>
      <legend className={styles.name}>[{name}]</legend>
      <Field label="Label">
        {(id) => (
          <input
            id={id}
            data-blank={name}
            className={fieldClass()}
            value={label}
            onChange={(event) => onChange({ label: event.target.value })}
          />
        )}
      </Field>
      <Field label="Kind">
        {(id) => (
          <SelectField
            id={id}
            className={fieldClass()}
            value={type}
            // Its options are these.
            onChange={(event) => onChange({ type: event.target.value as Variable['type'] })}
          >
            {Object.entries(TYPE_NAMES).map(([each, typeName]) => (
              <option key={each} value={each}>
                {typeName}
              </option>
            ))}
          </SelectField>
        )}
      </Field>
      {type === 'choice' ? (
        <Field label="Choices, one on each line" isWide>
          {(id) => (
            <textarea
              id={id}
              className={fieldClass()}
              rows={3}
              value={options.join('\n')}
              onChange={(event) => onChange({ options: event.target.value.split('\n') })}
            />
          )}
        </Field>
      ) : null}
      <Field label="Hint below the field">
        {(id) => (
          <input
            id={id}
            className={fieldClass()}
            value={help}
            onChange={(event) => onChange({ help: event.target.value })}
          />
        )}
      </Field>
      <Field label="Filled in from the start">
        {(id) => (
          <input
            id={id}
            className={fieldClass()}
            value={start}
            onChange={(event) => onChange({ default: event.target.value })}
          />
        )}
      </Field>
      <Checkbox
        label="Required"
        isChecked={required}
        onChange={(isRequired) => onChange({ required: isRequired })}
      />
    </fieldset>
  );
}

interface FieldProps {
  label: string;
  isWide?: boolean;
  children: (id: string) => ReactNode;
}

function Field({ label, isWide = false, children }: FieldProps) {
  const id = useId();
  return (
    <div {...(isWide ? { className: styles.wide } : {})}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children(id)}
    </div>
  );
}
