import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/forms/button.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { MessageDialog } from '#web/ui/overlays/message-dialog.tsx';
import styles from './manual-copy.module.css';

interface ManualCopyProps {
  text: string;
  onClosed: () => void;
}

/** The last way, when the browser lets no script near its clipboard: the text, selected, and the keys to press. */
export function ManualCopy({ text, onClosed }: ManualCopyProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // After the dialog has put the focus on its title.
    const timer = setTimeout(() => {
      area.current?.focus();
      area.current?.select();
    });
    return () => clearTimeout(timer);
  }, []);
  return (
    <MessageDialog
      title="Copy the text yourself"
      onClosed={onClosed}
      actions={(close) => (
        <Button variant="line" onClick={close}>
          Done
        </Button>
      )}
    >
      <p>Your browser blocked the clipboard. The text is selected: press Ctrl/⌘ C.</p>
      <textarea
        ref={area}
        readOnly
        rows={8}
        aria-label="Text to copy"
        className={fieldClass(styles.text)}
        value={text}
      />
    </MessageDialog>
  );
}
