import X from 'lucide-react/icons/x';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { TextButton } from '#web/ui/text-button.tsx';
import type { PromptReader } from './use-prompt-reader.ts';
import { VariableField } from './variable-field.tsx';
import styles from './variables-form.module.css';

interface VariablesFormProps {
  reader: PromptReader;
  level: 2 | 3;
  className?: string | undefined;
}

/** A field for each of the prompt's variables. The text beside it follows with every key. */
export function VariablesForm({ reader, level, className }: VariablesFormProps) {
  const { prompt, variables, missing, focusSignal } = reader;
  const form = useRef<HTMLFormElement>(null);
  const headingId = useId();
  const Heading = `h${level}` as const;
  const goToOpenField = useEffectEvent(() => {
    const name = missing[0]?.name ?? prompt.variables[0]?.name;
    form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  });
  useEffect(() => {
    if (focusSignal > 0) goToOpenField();
  }, [focusSignal]);
  return (
    <form
      ref={form}
      className={classNames(styles.form, className)}
      aria-labelledby={headingId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        reader.pressCopy();
      }}
    >
      <div className={styles.head}>
        <Heading id={headingId} className={styles.title}>
          Fill in
        </Heading>
        <TextButton onClick={reader.clearForm}>Clear</TextButton>
        <Button variant="ghost" size="small" isIcon aria-label="Close the form" onClick={reader.closeForm}>
          <X aria-hidden />
        </Button>
      </div>
      <div className={styles.fields}>
        {prompt.variables.map((variable) => (
          <VariableField
            key={variable.name}
            variable={variable}
            value={variables.fields[variable.name] ?? ''}
            onChange={(value) => variables.set(variable.name, value)}
          />
        ))}
      </div>
      <p className={styles.note}>The text shows what will be copied. Your answers stay in this browser.</p>
    </form>
  );
}
