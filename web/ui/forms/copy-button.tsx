import type { LucideIcon } from 'lucide-react';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useState } from 'react';
import { copyText } from '../behavior/copy-text.ts';
import { Button } from './button.tsx';
import type { ButtonSize, ButtonVariant } from './button-class.ts';
import styles from './copy-button.module.css';
import { FixedWidthLabel } from './fixed-width-label.tsx';

const SHOWN_MILLISECONDS = 2000;
const ANNOUNCEMENTS = { idle: '', copied: 'Copied', failed: 'Copying failed. Select the text and copy it.' };

interface CopyButtonProps {
  text: string;
  /** What is copied: "prompt". For those who do not see it next to the button; beside an icon of its own it is shown. */
  noun: string;
  icon?: LucideIcon;
  variant?: ButtonVariant;
  size?: ButtonSize;
  isIconOnPhones?: boolean;
  onCopied?: () => void;
}

/** Copies on click and shows "Copied" for two seconds without changing its width. */
export function CopyButton({
  text,
  noun,
  icon: Icon,
  variant = 'primary',
  size = 'medium',
  isIconOnPhones = false,
  onCopied,
}: CopyButtonProps) {
  const [state, setState] = useState<keyof typeof ANNOUNCEMENTS>('idle');

  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), SHOWN_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy() {
    const isCopied = await copyText(text);
    setState(isCopied ? 'copied' : 'failed');
    if (isCopied) onCopied?.();
  }

  const words = isIconOnPhones ? styles.words : undefined;
  const idle = (
    <>
      {Icon ? <Icon aria-hidden /> : <Copy aria-hidden />}
      <span className={words}>
        Copy<span className={Icon ? undefined : 'visually-hidden'}> {noun}</span>
      </span>
    </>
  );
  const copied = (
    <>
      <Check aria-hidden />
      <span className={words}>Copied</span>
    </>
  );
  return (
    <>
      <Button variant={variant} size={size} onClick={copy}>
        <FixedWidthLabel labels={{ idle, copied }} shown={state === 'copied' ? 'copied' : 'idle'} />
      </Button>
      <span className="visually-hidden" role="status">
        {ANNOUNCEMENTS[state]}
      </span>
    </>
  );
}
