import { Link } from '@tanstack/react-router';
import LogIn from 'lucide-react/icons/log-in';
import { EmptyState } from '#web/ui/cards/empty-state.tsx';
import type { ToastText } from '#web/ui/feedback/toast.ts';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { useSignInRedirect } from './use-sign-in-redirect.ts';

interface SignInRedirectProps {
  /** The toast shown before leaving, and the page's own title and text. */
  message: ToastText & { description: string };
  /** Path and query to come back to. */
  returnUrl: string;
}

/** A page that is for members, as a visitor meets it until the sign-in page follows, or without scripts. */
export function SignInRedirect({ message, returnUrl }: SignInRedirectProps) {
  useSignInRedirect({ message, returnUrl });
  return (
    <EmptyState
      icon={LogIn}
      title={message.title}
      level={1}
      actions={
        <Link to="/login" search={{ returnUrl }} className={buttonClass({ variant: 'primary' })}>
          Sign In
        </Link>
      }
    >
      <p>{message.description}</p>
    </EmptyState>
  );
}
