import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { copyText } from '#web/ui/behavior/copy-text.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { FORMAT_NAMES, type Format } from './copy-formats.ts';
import { countCopy } from './count-copy.ts';

/** How long the button confirms it. */
const SHOWN_MILLISECONDS = 2000;

export interface CopyControl {
  state: 'idle' | 'pending' | 'copied';
  copy: (text: string, format: Format) => void;
  /** The text when every way to the clipboard was refused, to be selected by hand. */
  refused: string | null;
  forget: () => void;
}

/**
 * Copies a prompt: the clipboard first, inside the click; the counter afterwards, whose failure changes nothing.
 * @param place where a success has its own message
 */
export function useCopyPrompt(promptId: string | undefined, place: 'page' | 'modal'): CopyControl {
  const queryClient = useQueryClient();
  const [state, setState] = useState<CopyControl['state']>('idle');
  const [refused, setRefused] = useState<string | null>(null);

  useEffect(() => {
    if (state !== 'copied') return;
    const timer = setTimeout(() => setState('idle'), SHOWN_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy(text: string, format: Format) {
    setState('pending');
    const isCopied = await copyText(text);
    if (!isCopied) {
      setState('idle');
      setRefused(text);
      toast({ title: 'Error', description: 'Failed to copy prompt', variant: 'destructive' });
      return;
    }
    setState('copied');
    toast(copiedMessage(place, format));
    if (promptId !== undefined) await countCopy(queryClient, promptId);
  }

  return {
    state,
    copy: (text, format) => void copy(text, format),
    refused,
    forget: () => setRefused(null),
  };
}

function copiedMessage(place: 'page' | 'modal', format: Format) {
  return place === 'page'
    ? { title: 'Copied!', description: 'Prompt copied to clipboard' }
    : { title: 'Prompt Copied', description: `${FORMAT_NAMES[format]} format copied to clipboard` };
}
