import { useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { toast } from '#web/ui/feedback/toast.ts';
import type { PromptReader } from '../reader/use-prompt-reader.ts';
import { isFragment, readFragment, takeKeptFragment } from './shared-values.ts';

/**
 * Fills in what the link that led here says, and shows the form: somebody else may have written it. It is remembered
 * nowhere, and leaves the address, so that what is typed next is not undone by loading the page again.
 */
export function useSharedValues({ prompt, variables }: PromptReader): void {
  const hash = useLocation({ select: (location) => location.hash });
  const fill = useEffectEvent(() => {
    const { pathname, search, hash: here } = window.location;
    const kept = prompt.id === undefined ? null : takeKeptFragment(prompt.id);
    const fragment = isFragment(here) ? here : kept;
    if (fragment === null) return;
    if (fragment === here) history.replaceState(history.state, '', pathname + search);
    const values = readFragment(prompt.variables, fragment);
    if (values) variables.fill(values);
    toast(
      values
        ? {
            title: 'Filled in from the link',
            description: 'Check the values before you use them.',
            icon: 'info',
          }
        : {
            title: 'Nothing filled in',
            description: 'The link’s values don’t fit this prompt.',
            icon: 'info',
          },
    );
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link to this prompt, opened on its page
  useEffect(() => fill(), [hash]);
}
