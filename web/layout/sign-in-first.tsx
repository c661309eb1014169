import { Link, useNavigate } from '@tanstack/react-router';
import LogIn from 'lucide-react/icons/log-in';
import { useEffect, useEffectEvent } from 'react';
import { buttonClass } from '#web/ui/button-class.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { type ToastWords, toast } from '#web/ui/toast.ts';

interface SignInFirstProps {
  /** What the page says of itself on the way out. */
  words: ToastWords & { description: string };
  /** Path and query to come back to. */
  returnUrl: string;
  /** Before the sign-in page follows. */
  delayMilliseconds?: number;
}

/**
 * A page that is for members, as a visitor meets it: a toast, then the sign-in page, which leads back here
 * (SPEC section 2, DECISIONS 18). What stands meanwhile is also what a visitor without scripts gets.
 */
export function SignInFirst({ words, returnUrl, delayMilliseconds = 0 }: SignInFirstProps) {
  const navigate = useNavigate();
  const leave = useEffectEvent(() => navigate({ to: '/login', search: { returnUrl }, replace: true }));
  const say = useEffectEvent(() => toast(words));
  useEffect(() => {
    say();
    const timer = setTimeout(() => void leave(), delayMilliseconds);
    return () => clearTimeout(timer);
  }, [delayMilliseconds]);
  return (
    <EmptyState
      icon={LogIn}
      title={words.title}
      level={1}
      actions={
        <Link to="/login" search={{ returnUrl }} className={buttonClass({ variant: 'primary' })}>
          Sign In
        </Link>
      }
    >
      <p>{words.description}</p>
    </EmptyState>
  );
}
