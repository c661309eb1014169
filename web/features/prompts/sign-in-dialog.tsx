import { Link } from '@tanstack/react-router';
import LogIn from 'lucide-react/icons/log-in';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Dialog } from '#web/ui/dialog.tsx';

interface SignInDialogProps {
  message: string;
  /** Path and query to come back to. */
  returnUrl: string;
  onClosed: () => void;
}

export function SignInDialog({ message, returnUrl, onClosed }: SignInDialogProps) {
  return (
    <Dialog
      title="Sign In Required"
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
      <p>{message}</p>
    </Dialog>
  );
}
