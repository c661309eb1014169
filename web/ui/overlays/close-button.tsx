import X from 'lucide-react/icons/x';
import { Button } from '../forms/button.tsx';

interface CloseButtonProps {
  className?: string | undefined;
  onClick: () => void;
}

/** The × of a dialog. */
export function CloseButton({ className, onClick }: CloseButtonProps) {
  return (
    <Button variant="ghost" size="small" isIcon className={className} aria-label="Close" onClick={onClick}>
      <X aria-hidden />
    </Button>
  );
}
