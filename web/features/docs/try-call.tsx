import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { callWithToken, type TriedCall } from '#web/api/token-call.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import type { ApiEndpoint } from './api-document.ts';
import styles from './try-call.module.css';

/** What is shown of a long response: enough to see its form. */
const SHOWN_CHARACTERS = 6000;

interface TryCallProps {
  endpoint: ApiEndpoint;
  /** The same in every form of the page, and nowhere else. */
  token: string;
  onToken: (token: string) => void;
}

/** Sends one call with a token, and shows what came back. */
export function TryCall({ endpoint, token, onToken }: TryCallProps) {
  const { method, path, parameters, bodyExample } = endpoint;
  const id = useId();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [body, setBody] = useState(bodyExample);
  const sending = useMutation({
    mutationFn: () => callWithToken(address(path, parameters, values), { method, token: token.trim(), body }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!sending.isPending) sending.mutate();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field id={`${id}-token`} label="Token" value={token} onChange={onToken} isSecret />
      {parameters.map(({ name, isRequired }) => (
        <Field
          key={name}
          id={`${id}-${name}`}
          label={name}
          value={values[name] ?? ''}
          isRequired={isRequired}
          onChange={(value) => setValues({ ...values, [name]: value })}
        />
      ))}
      {body === undefined ? null : (
        <div className={styles.field}>
          <label htmlFor={`${id}-body`}>Body</label>
          <textarea
            id={`${id}-body`}
            className={fieldClass(styles.body)}
            rows={5}
            value={body}
            spellCheck={false}
            onChange={(event) => setBody(event.target.value)}
          />
        </div>
      )}
      <Button type="submit" variant="line" isPending={sending.isPending} pendingText="Sending...">
        Send
      </Button>
      <div role="status" className={styles.result}>
        {sending.data ? <Result call={sending.data} /> : null}
        {sending.error ? <Callout variant="danger">No response. Check your connection.</Callout> : null}
      </div>
    </form>
  );
}

interface FieldProps {
  id: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  isRequired?: boolean;
  isSecret?: boolean;
}

function Field({ id, label, value, onChange, isRequired = false, isSecret = false }: FieldProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={fieldClass()}
        type={isSecret ? 'password' : 'text'}
        value={value}
        required={isRequired}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

function Result({ call: { status, milliseconds, remaining, text } }: { call: TriedCall }) {
  return (
    <>
      <p>
        <strong>{status}</strong> · {milliseconds} ms
        {remaining === null ? '' : ` · ${remaining} calls left this minute`}
      </p>
      <pre className={styles.response}>{shown(text)}</pre>
    </>
  );
}

function shown(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, SHOWN_CHARACTERS);
  } catch {
    return text.slice(0, SHOWN_CHARACTERS);
  }
}

/** The path and query of a call, without what was left empty. */
function address(
  path: string,
  parameters: ApiEndpoint['parameters'],
  values: Readonly<Record<string, string>>,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const query = parameters.flatMap(({ name, location }) => {
    const value = values[name] ?? '';
    return location === 'query' && value !== '' ? [[name, value]] : [];
  });
  return query.length === 0 ? filled : `${filled}?${new URLSearchParams(query)}`;
}
