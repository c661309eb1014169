import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { FixedWidthLabel } from '#web/ui/forms/fixed-width-label.tsx';
import type { CopyControl } from './use-copy-prompt.ts';

const LABELS = {
  idle: (
    <>
      <Copy aria-hidden />
      <span>
        Copy<span className="visually-hidden"> prompt</span>
      </span>
    </>
  ),
  pending: 'Copying...',
  copied: (
    <>
      <Check aria-hidden />
      Copied
    </>
  ),
};

/** What a Copy button says, before, while and after; its width stays. */
export function CopyLabel({ state }: Pick<CopyControl, 'state'>) {
  return <FixedWidthLabel labels={LABELS} shown={state} />;
}
