import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { copyText } from '#web/ui/copy-text.ts';
import { toast } from '#web/ui/toast.ts';
import { FORMAT_NAMES, type Format } from './copy-formats.ts';
import { countCopy } from './count-copy.ts';

/** DESIGN section 2: how long the button says so. */
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
 * @param place whose words the success takes (SPEC section 8)
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
    toast(copiedWords(place, format));
    if (promptId !== undefined) await countCopy(queryClient, promptId);
  }

  return {
    state,
    copy: (text, format) => void copy(text, format),
    refused,
    forget: () => setRefused(null),
  };
}

function copiedWords(place: 'page' | 'modal', format: Format) {
  return place === 'page'
    ? { title: 'Copied!', description: 'Prompt copied to clipboard' }
    : { title: 'Prompt Copied', description: `${FORMAT_NAMES[format]} format copied to clipboard` };
}
