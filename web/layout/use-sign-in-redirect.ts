import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { type ToastText, toast } from '#web/ui/feedback/toast.ts';

interface SignInRedirectOptions {
  /** The toast shown before leaving. */
  message: ToastText;
  /** Path and query to come back to. */
  returnUrl: string;
  /** Before the sign-in page follows. */
  delayMilliseconds?: number;
}

/** For a visitor on a page for members: a toast, then the sign-in page, which leads back here. */
export function useSignInRedirect({
  message,
  returnUrl,
  delayMilliseconds = 0,
}: SignInRedirectOptions): void {
  const navigate = useNavigate();
  const leave = useEffectEvent(() => navigate({ to: '/login', search: { returnUrl }, replace: true }));
  const say = useEffectEvent(() => toast(message));
  useEffect(() => {
    say();
    const timer = setTimeout(() => void leave(), delayMilliseconds);
    return () => clearTimeout(timer);
  }, [delayMilliseconds]);
}
