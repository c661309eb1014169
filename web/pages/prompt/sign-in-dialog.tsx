import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { findCachedPrompt } from '#web/api/cached-prompts.ts';
import { promptCardQuery } from '#web/features/prompts/prompt.queries.ts';
import { WantedPrompt } from '#web/features/prompts/upgrade/wanted-prompt.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { MessageDialog } from '#web/ui/overlays/message-dialog.tsx';
import { GoogleButton } from '../login/google-button.tsx';
import { SignInTerms } from '../login/sign-in-terms.tsx';

interface SignInDialogProps {
  promptId: string;
  findReturn: () => HTMLElement | null;
  onClosed: () => void;
}

/** A prompt over its list as a visitor meets it. The address leads back to the prompt itself. */
export function SignInDialog({ promptId, findReturn, onClosed }: SignInDialogProps) {
  const { href } = useLocation();
  // The address as it was drawn first: it changes before the dialog is gone.
  const [returnUrl] = useState(href);
  const listed = findCachedPrompt(useQueryClient(), promptId);
  // A link may name one that is on another page of the list.
  const { data } = useQuery({ ...promptCardQuery(promptId), enabled: listed === undefined });
  const prompt = listed ?? data;
  return (
    <MessageDialog
      title="Sign In Required"
      findReturn={findReturn}
      onClosed={onClosed}
      actions={(close) => (
        <>
          <Button variant="line" onClick={close}>
            Keep Browsing
          </Button>
          <GoogleButton href={paths.googleSignIn(returnUrl)} />
        </>
      )}
    >
      {prompt ? <WantedPrompt prompt={prompt} /> : <p>Please sign in to continue</p>}
      <SignInTerms />
    </MessageDialog>
  );
}
