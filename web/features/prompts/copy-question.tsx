import Copy from 'lucide-react/icons/copy';
import PencilLine from 'lucide-react/icons/pencil-line';
import { useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { PromptReader } from './use-prompt-reader.ts';

/** Asked before a prompt is copied that still has holes it cannot do without. */
export function CopyQuestion({ reader }: { reader: PromptReader }) {
  const wantsToFill = useRef(false);
  const labels = reader.missing.map(({ label }) => label);
  return (
    <Dialog
      title={labels.length === 1 ? 'One field is still empty' : `${labels.length} fields are still empty`}
      onClosed={() => reader.stopAsking(wantsToFill.current)}
      actions={(close) => (
        <>
          <Button
            variant="line"
            onClick={() => {
              // First the clipboard: this press allows it, and a closed dialog would not hold its fallback.
              reader.copyAsWritten();
              close();
            }}
          >
            <Copy aria-hidden />
            Copy as written
          </Button>
          <Button
            onClick={() => {
              wantsToFill.current = true;
              close();
            }}
          >
            <PencilLine aria-hidden />
            Fill in
          </Button>
        </>
      )}
    >
      <p>
        This prompt needs {inWords(labels)}. Fill it in, or copy it with the square brackets as they stand.
      </p>
    </Dialog>
  );
}

/** “A”, “B” and “C”. */
function inWords(labels: readonly string[]): string {
  const quoted = labels.map((label) => `“${label}”`);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} and ${last}`;
}
