import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { copyText } from '#web/ui/behavior/copy-text.ts';
import { type ToastText, toast } from '#web/ui/feedback/toast.ts';
import { FORMAT_NAMES, type Format } from './copy-formats.ts';
import { countCopy } from './count-copy.ts';

/** How long the button confirms it. */
const SHOWN_MILLISECONDS = 2000;

export interface CopyControl {
  state: 'idle' | 'pending' | 'copied';
  /** Resolves with whether it is on the clipboard; `message` is what is said then. */
  copy: (text: string, message: ToastText) => Promise<boolean>;
  /** Opened elsewhere with its text, which counts as a copy. */
  count: () => void;
  /** The text when every way to the clipboard was refused, to be selected by hand. */
  refused: string | null;
  forget: () => void;
}

/**
 * Copies a prompt: the clipboard first, inside the click; the counter afterwards, whose failure changes nothing.
 */
export function useCopyPrompt(promptId: string | undefined, version: number | undefined): CopyControl {
  const queryClient = useQueryClient();
  const [state, setState] = useState<CopyControl['state']>('idle');
  const [refused, setRefused] = useState<string | null>(null);

  useEffect(() => {
    if (state !== 'copied') return;
    const timer = setTimeout(() => setState('idle'), SHOWN_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [state]);

  function count() {
    if (promptId !== undefined) void countCopy(queryClient, promptId, version);
  }

  async function copy(text: string, message: ToastText): Promise<boolean> {
    setState('pending');
    const isCopied = await copyText(text);
    if (!isCopied) {
      setState('idle');
      setRefused(text);
      toast({ title: 'Error', description: 'Failed to copy prompt', variant: 'destructive' });
      return false;
    }
    setState('copied');
    toast(message);
    count();
    return true;
  }

  return {
    state,
    copy,
    count,
    refused,
    forget: () => setRefused(null),
  };
}

/** Page and modal say it in their own words. */
export function copiedMessage(surface: 'page' | 'modal', format: Format): ToastText {
  return surface === 'page'
    ? { title: 'Copied!', description: 'Prompt copied to clipboard' }
    : { title: 'Prompt Copied', description: `${FORMAT_NAMES[format]} format copied to clipboard` };
}
