import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { setOpenInUrl } from '#contract/account-settings.ts';
import { LIMITS } from '#contract/limits.ts';
import { isOpenInUrlTemplate, PROMPT_PLACEHOLDER } from '#contract/open-in.ts';
import { call } from '#web/api/call.ts';
import { failureMessage } from '#web/api/messages.ts';
import { accountQuery } from '#web/features/account/account-settings.queries.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { AccountSection } from './account-section.tsx';
import styles from './profile-section.module.css';

/** The member's own place to open filled prompts in, besides those that every prompt offers. */
export function OpenInSection() {
  const { data: account } = useSuspenseQuery(accountQuery());
  return (
    <AccountSection id="open-in" title="Open in…">
      <p>
        A prompt’s “Open in…” offers ChatGPT, Claude, Gemini and Perplexity. Add a page of your own, such as
        your company’s chat.
      </p>
      <AddressForm key={account.openInUrl} address={account.openInUrl} />
    </AccountSection>
  );
}

function AddressForm({ address }: { address: string | null }) {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState(address ?? '');
  const [isRefused, setRefused] = useState(false);
  const fieldId = useId();
  const saving = useMutation({
    mutationFn: (newUrl: string | null) => call(setOpenInUrl, { body: { url: newUrl } }),
    onSuccess: ({ openInUrl }) => {
      toast(
        openInUrl === null
          ? { title: 'Address removed', description: '“Open in…” no longer offers it.' }
          : { title: 'Address saved', description: '“Open in…” now offers it.' },
      );
      queryClient.setQueryData(accountQuery().queryKey, (account) => account && { ...account, openInUrl });
    },
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    const newUrl = typed.trim();
    setRefused(newUrl !== '' && !isOpenInUrlTemplate(newUrl));
    if (newUrl !== '' && !isOpenInUrlTemplate(newUrl)) return saving.reset();
    if (!saving.isPending && newUrl !== (address ?? '')) saving.mutate(newUrl === '' ? null : newUrl);
  };
  return (
    <form className={styles.form} onSubmit={save}>
      <label htmlFor={fieldId} className={styles.label}>
        Your own address
      </label>
      <div className={styles.row}>
        <input
          id={fieldId}
          className={fieldClass()}
          value={typed}
          placeholder={`https://chat.example.com/?q=${PROMPT_PLACEHOLDER}`}
          maxLength={LIMITS.openInUrlCharacters}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={isRefused || saving.isError}
          aria-describedby={`${fieldId}-hint`}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button variant="line" type="submit" isPending={saving.isPending} pendingText="Saving...">
          Save
        </Button>
      </div>
      <p id={`${fieldId}-hint`} className={styles.note}>
        Begins with https:// and has {PROMPT_PLACEHOLDER} where the text goes. Leave empty to remove it.
        Whoever runs that page sees the prompts you open in it.
      </p>
      <div role="alert">
        {isRefused ? (
          <Callout variant="danger">
            The address has to begin with https:// and hold {PROMPT_PLACEHOLDER} behind the host.
          </Callout>
        ) : null}
        {saving.error ? (
          <Callout variant="danger">{failureMessage(saving.error, 'We couldn’t save the address.')}</Callout>
        ) : null}
      </div>
    </form>
  );
}
