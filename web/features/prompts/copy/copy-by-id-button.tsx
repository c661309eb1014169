import { useEffect, useState } from 'react';
import type { PromptCard } from '#contract/prompts.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { CopyLabel } from './copy-label.tsx';
import { useCopyById } from './use-copy-by-id.ts';

const SHOWN_MILLISECONDS = 2000;

interface CopyByIdButtonProps {
  /** One that this member may read. */
  prompt: Pick<PromptCard, 'id' | 'title'>;
  memberId: string;
}

/** In a list: copies a prompt with what the member typed into its fields before. */
export function CopyByIdButton({ prompt: { id, title }, memberId }: CopyByIdButtonProps) {
  const copy = useCopyById(memberId);
  const [state, setState] = useState<'idle' | 'pending' | 'copied'>('idle');
  useEffect(() => {
    if (state !== 'copied') return;
    const timer = setTimeout(() => setState('idle'), SHOWN_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [state]);
  return (
    <Button
      variant="line"
      size="small"
      aria-label={`Copy “${title}”`}
      isPending={state === 'pending'}
      onClick={async () => {
        setState('pending');
        setState((await copy(id)) ? 'copied' : 'idle');
      }}
    >
      <CopyLabel state={state} />
    </Button>
  );
}
