import type { AriaAttributes, ReactNode } from 'react';
import type { Variable } from '#contract/prompts.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import styles from './delivery-blanks.module.css';
import { type BlankPart, hasDefault } from './delivery-draft.ts';

const TYPE_NAMES: Record<Variable['type'], string> = {
  text: 'Short text',
  'long-text': 'Long text',
  number: 'Number',
  choice: 'Choice',
  date: 'Date',
};

/** What a field needs when its part of a blank is wrong. */
type Mark = (name: string, part: BlankPart) => AriaAttributes & { 'data-place': string };

interface DeliveryBlanksProps {
  blanks: readonly Variable[];
  mark: Mark;
  onChange: (blank: Variable) => void;
}

/** How each blank of the text asks for what belongs there. */
export function DeliveryBlanks({ blanks, mark, onChange }: DeliveryBlanksProps) {
  return (
    <ul className={styles.blanks}>
      {blanks.map((blank) => (
        <li key={blank.name}>
          <Blank blank={blank} mark={mark} onChange={(changed) => onChange({ ...blank, ...changed })} />
        </li>
      ))}
    </ul>
  );
}

interface BlankProps {
  blank: Variable;
  mark: Mark;
  onChange: (changed: Partial<Variable>) => void;
}

function Blank({ blank, mark, onChange }: BlankProps) {
  const { name, label, type, required = false, default: start = '', options = [], help = '' } = blank;
  return (
    <fieldset className={styles.blank}>
      <legend className={styles.name}>[{name}]</legend>
      <Field label="Label">
        <input
          {...mark(name, 'label')}
          className={fieldClass()}
          value={label}
          onChange={(event) => onChange({ label: event.target.value })}
        />
      </Field>
      <Field label="Type">
        <SelectField
          {...mark(name, 'type')}
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
      </Field>
      {type === 'choice' ? (
        <Field label="Choices, one on each line" isWide>
          <textarea
            {...mark(name, 'options')}
            className={fieldClass()}
            rows={3}
            value={options.join('\n')}
            onChange={(event) => onChange({ options: event.target.value.split('\n') })}
          />
        </Field>
      ) : null}
      <Field label="Hint below the field">
        <input
          {...mark(name, 'help')}
          className={fieldClass()}
          value={help}
          onChange={(event) => onChange({ help: event.target.value })}
        />
      </Field>
      {hasDefault(blank) ? (
        <Field label="Default value">
          <input
            {...mark(name, 'default')}
            className={fieldClass()}
            value={start}
            onChange={(event) => onChange({ default: event.target.value })}
          />
        </Field>
      ) : null}
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
  children: ReactNode;
}

function Field({ label, isWide = false, children }: FieldProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the field is inside
    <label {...(isWide ? { className: styles.wide } : {})}>
      <span className={styles.label}>{label}</span>
      {children}
    </label>
  );
}
