import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { PromptCard } from '#contract/prompts.ts';
import { SignInDialog } from './sign-in-dialog.tsx';

interface Question {
  message: string;
  returnUrl: string;
}

interface SignInDialogControl {
  askToRead: (prompt: PromptCard) => void;
  askToFavorite: () => void;
  /** To be drawn by the page, once. */
  dialog: ReactNode;
}

/** What a visitor gets instead of what needs an account (DECISIONS 13); afterwards they are back where they were. */
export function useSignInDialog(): SignInDialogControl {
  const { href } = useLocation();
  const [question, setQuestion] = useState<Question | null>(null);
  return {
    askToRead: (prompt) =>
      setQuestion({
        message: `Please sign in to read “${prompt.title}”`,
        // The list's own address with the prompt in it, as the list opens prompts for members (DECISIONS 35).
        returnUrl: `${href}${href.includes('?') ? '&' : '?'}prompt=${prompt.id}`,
      }),
    askToFavorite: () => setQuestion({ message: 'Please sign in to add favorites', returnUrl: href }),
    dialog: question ? <SignInDialog {...question} onClosed={() => setQuestion(null)} /> : null,
  };
}
