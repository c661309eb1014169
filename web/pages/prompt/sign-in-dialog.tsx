import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import LogIn from 'lucide-react/icons/log-in';
import { useState } from 'react';
import { findCachedPrompt } from '#web/api/cached-prompts.ts';
import { WantedPrompt } from '#web/features/prompts/upgrade/wanted-prompt.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { MessageDialog } from '#web/ui/overlays/message-dialog.tsx';

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
  const prompt = findCachedPrompt(useQueryClient(), promptId);
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
          <Link to="/login" search={{ returnUrl }} className={buttonClass({ variant: 'primary' })}>
            <LogIn aria-hidden />
            Sign In
          </Link>
        </>
      )}
    >
      {prompt ? <WantedPrompt prompt={prompt} /> : <p>Please sign in to read this prompt</p>}
    </MessageDialog>
  );
}
