import X from 'lucide-react/icons/x';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { paths } from '#web/paths.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { TextButton } from '#web/ui/forms/text-button.tsx';
import { CopyLabel } from '../copy/copy-label.tsx';
import type { PromptReader } from '../reader/use-prompt-reader.ts';
import { ShareLink } from '../share/share-link.tsx';
import { fragmentOf } from '../share/shared-values.ts';
import { VariableField } from './variable-field.tsx';
import styles from './variables-form.module.css';

interface VariablesFormProps {
  reader: PromptReader;
  level: 2 | 3;
  /** Above the fields; what saves them goes below Copy, into the element it gets. */
  saved?: (below: HTMLElement | null) => ReactNode;
  className?: string | undefined;
}

/** A field for each of the prompt's variables. The text next to it follows every key press. */
export function VariablesForm({ reader, level, saved, className }: VariablesFormProps) {
  const { prompt, variables, missing, isAsking, clipboard, focusRequest } = reader;
  const form = useRef<HTMLFormElement>(null);
  const [below, setBelow] = useState<HTMLElement | null>(null);
  const id = useId();
  const fragment = fragmentOf(prompt.variables, variables.values);
  const optional = prompt.variables.filter(({ required }) => !required);
  const hasOptionalBlank = optional.some(({ name }) => !variables.values[name]?.trim());
  const Heading = `h${level}` as const;
  const goToField = useEffectEvent((variable: string | undefined) => {
    const name = variable ?? missing[0]?.name ?? prompt.variables[0]?.name;
    const field = form.current?.querySelector<HTMLElement>(`[name="${name}"]`);
    field?.focus({ preventScroll: true });
    // Room on both sides: what is saved comes later, above the fields, and pushes them down.
    field?.scrollIntoView({ block: 'center' });
  });
  useEffect(() => {
    if (focusRequest) goToField(focusRequest.variable);
  }, [focusRequest]);
  function onKeyDown(event: KeyboardEvent) {
    const isCopy = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (!isCopy || event.nativeEvent.isComposing) return;
    event.preventDefault();
    reader.pressCopy();
  }
  return (
    <form
      ref={form}
      className={classNames(styles.form, className)}
      aria-labelledby={`${id}heading`}
      noValidate
      // On phones its Copy, and what it saves, stand at the bottom.
      data-toasts="top"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        reader.pressCopy();
      }}
    >
      <div className={styles.head}>
        <Heading id={`${id}heading`} className={styles.title}>
          Fill in
        </Heading>
        <TextButton onClick={reader.clearForm}>Clear</TextButton>
        <Button variant="ghost" size="small" isIcon aria-label="Close the form" onClick={reader.closeForm}>
          <X aria-hidden />
        </Button>
      </div>
      {saved?.(below)}
      {isAsking ? (
        <div className={styles.asking}>
          <p id={`${id}asking`} role="alert">
            {missing.length === 1
              ? 'Complete the highlighted field.'
              : `Complete the ${missing.length} highlighted fields.`}
          </p>
          <Button variant="line" size="small" onClick={reader.copyWithBlanks}>
            Copy with blanks
          </Button>
        </div>
      ) : null}
      <div className={styles.fields}>
        {prompt.variables.map((variable) => (
          <VariableField
            key={variable.name}
            variable={variable}
            value={variables.values[variable.name] ?? ''}
            describedBy={isAsking && missing.includes(variable) ? `${id}asking` : undefined}
            onChange={(value) => variables.set(variable.name, value)}
          />
        ))}
      </div>
      <Button type="submit" isBlock className={styles.copy} isPending={clipboard.state === 'pending'}>
        <CopyLabel state={clipboard.state} />
      </Button>
      <div ref={setBelow} className={styles.below} />
      {prompt.id !== undefined && fragment !== undefined ? (
        <div className={styles.share}>
          <ShareLink
            path={paths.prompt(prompt.id) + fragment}
            title={prompt.title}
            noun="link with these values"
            variant="ghost"
          />
        </div>
      ) : null}
      <p className={styles.note}>
        {hasOptionalBlank ? 'Empty fields stay as [labels] in the text. ' : null}The text shows what will be
        copied, as Markdown. Your answers stay in this browser unless you save them; a shared link contains
        your answers.
      </p>
    </form>
  );
}
