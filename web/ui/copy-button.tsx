import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import type { ButtonSize, ButtonVariant } from './button-class.ts';
import styles from './copy-button.module.css';
import { copyText } from './copy-text.ts';

const SHOWN_MILLISECONDS = 2000;
const SPOKEN = { idle: '', copied: 'Copied', failed: 'Copying failed. Select the text and copy it.' };

interface CopyButtonProps {
  text: string;
  /** What is copied, for those who do not see it beside the button: "prompt". */
  what: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  onCopied?: () => void;
}

/** Copies in one press, says so for two seconds, and keeps its width meanwhile. */
export function CopyButton({ text, what, variant = 'primary', size = 'medium', onCopied }: CopyButtonProps) {
  const [state, setState] = useState<keyof typeof SPOKEN>('idle');

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

  return (
    <>
      <Button variant={variant} size={size} className={styles.button} onClick={copy}>
        {state === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
        {state === 'copied' ? (
          'Copied'
        ) : (
          <span>
            Copy<span className="visually-hidden"> {what}</span>
          </span>
        )}
      </Button>
      <span className="visually-hidden" role="status">
        {SPOKEN[state]}
      </span>
    </>
  );
}
