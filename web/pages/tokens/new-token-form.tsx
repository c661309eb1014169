import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { ResponseBody } from '#contract/endpoint.ts';
import { SIGN_IN_AGAIN } from '#contract/errors.ts';
import { LIMITS } from '#contract/limits.ts';
import { TOKEN_SCOPES } from '#contract/token-scopes.ts';
import { createToken, TOKEN_DAYS } from '#contract/tokens.ts';
import { call } from '#web/api/call.ts';
import { ApiError } from '#web/api/client.ts';
import { failureMessage } from '#web/api/messages.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import type { McpClient } from '#web/features/tokens/mcp-clients.ts';
import { SCOPE_TEXTS } from '#web/features/tokens/scope-texts.ts';
import { tokensQuery } from '#web/features/tokens/tokens.queries.ts';
import { paths } from '#web/paths.ts';
import { useDraft } from '#web/ui/behavior/use-draft.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { FieldProblem } from '#web/ui/forms/field-problem.tsx';
import { SegmentedControl } from '#web/ui/forms/segmented-control.tsx';
import { useCheckedField } from '#web/ui/forms/use-checked-field.ts';
import styles from './tokens-page.module.css';

const DAYS = TOKEN_DAYS.map((days) => ({ value: String(days), name: `${days} days` }));

interface NewTokenFormProps {
  /** The program the token is for: its name and what it can use. */
  client: McpClient | undefined;
  onCreated: (token: ResponseBody<typeof createToken>) => void;
}

export function NewTokenForm({ client, onCreated }: NewTokenFormProps) {
  const queryClient = useQueryClient();
  const id = useId();
  const user = useUser();
  const { data: own } = useSuspenseQuery(tokensQuery());
  const draft = `draft:${user?.id}:token:${client ? `${client.slug}:` : ''}`;
  const draftKey = (field: string) => (user ? draft + field : null);
  // Kept, because creating one may ask for a fresh sign-in first.
  const [name, setName] = useDraft(draftKey('name'), client?.name);
  const usual = { scopes: client ? 'read copy favorites' : 'read', days: '90' };
  const [chosen, setChosen] = useDraft(draftKey('scopes'), usual.scopes);
  const [days, setDays] = useDraft(draftKey('days'), usual.days);
  const scopes = TOKEN_SCOPES.filter((scope) => chosen.split(' ').includes(scope));
  const { check, field } = useCheckedField<HTMLInputElement>(name, setName, findNameProblem);
  const scopeChoice = useRef<HTMLFieldSetElement>(null);
  const [scopeProblem, setScopeProblem] = useState<string | null>(null);
  const creation = useMutation({
    mutationFn: () =>
      call(createToken, {
        body: {
          name: name.trim(),
          scopes,
          days: TOKEN_DAYS.find((each) => String(each) === days) ?? TOKEN_DAYS[0],
        },
      }),
    onSuccess: async (token) => {
      // The next one may do no more than usual unless that is chosen again.
      setName('');
      setChosen(usual.scopes);
      setDays(usual.days);
      onCreated(token);
      await queryClient.invalidateQueries({ queryKey: tokensQuery().queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (creation.isPending) return;
    const hasScope = scopes.length > 0;
    setScopeProblem(hasScope ? null : 'Choose at least one thing it may do.');
    // The first of two problems gets the focus.
    const isNamed = check();
    if (isNamed && hasScope) return creation.mutate();
    // What an earlier attempt failed at is not what is wrong now.
    creation.reset();
    if (isNamed) scopeChoice.current?.querySelector('input')?.focus();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={styles.title}>
        New token
      </h2>
      {own.needsSignIn && !creation.error ? (
        <Callout>
          <SignInAgain />
        </Callout>
      ) : null}
      <div className={styles.field}>
        <label htmlFor={`${id}-name`} className={styles.label}>
          Name
        </label>
        <input
          ref={field.ref}
          id={`${id}-name`}
          className={fieldClass()}
          value={name}
          placeholder="Where you’ll use it"
          maxLength={LIMITS.tokenNameCharacters}
          autoComplete="off"
          aria-invalid={field.problem !== null}
          aria-describedby={field.problem === null ? undefined : `${id}-name-problem`}
          onChange={(event) => field.onChange(event.target.value)}
        />
        <FieldProblem id={`${id}-name-problem`} text={field.problem} />
      </div>
      <fieldset
        ref={scopeChoice}
        className={styles.scopes}
        aria-describedby={scopeProblem === null ? undefined : `${id}-scope-problem`}
      >
        <legend className={styles.label}>What it may do</legend>
        {TOKEN_SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            label={SCOPE_TEXTS[scope]}
            hint={scope}
            className={styles.scope}
            isChecked={scopes.includes(scope)}
            onChange={(isChecked) => {
              setChosen(isChecked ? `${chosen} ${scope}` : scopes.filter((each) => each !== scope).join(' '));
              setScopeProblem(null);
            }}
          />
        ))}
        <FieldProblem id={`${id}-scope-problem`} text={scopeProblem} />
      </fieldset>
      <div className={styles.field}>
        <span className={styles.label} aria-hidden="true">
          Expires after
        </span>
        <SegmentedControl label="Expires after" value={days} options={DAYS} onChange={setDays} />
      </div>
      <div role="alert" className={styles.failure}>
        {creation.error ? <CreationFailure error={creation.error} /> : null}
      </div>
      <Button type="submit" isPending={creation.isPending} pendingText="Creating...">
        Create token
      </Button>
    </form>
  );
}

const findNameProblem = (name: string): string | null => (name === '' ? 'Give the token a name.' : null);

function SignInAgain() {
  const { href } = useLocation();
  return (
    <>
      Creating a token needs a fresh sign-in. <a href={paths.googleProof(href)}>Sign in again</a>
    </>
  );
}

function CreationFailure({ error }: { error: Error }) {
  const problem = error instanceof ApiError ? error.problem : undefined;
  if (problem?.code === SIGN_IN_AGAIN) {
    return (
      <Callout variant="danger">
        <SignInAgain />
      </Callout>
    );
  }
  const isFull = error instanceof ApiError && error.status === 409;
  return (
    <Callout variant="danger">
      {failureMessage(
        error,
        isFull
          ? `You have ${LIMITS.tokens} tokens. Revoke one to create another.`
          : 'We couldn’t create the token. Please try again.',
      )}
    </Callout>
  );
}
