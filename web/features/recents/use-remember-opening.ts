import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { PromptDetail } from '#contract/prompts.ts';
import { nextTask } from '#web/ui/behavior/next-task.ts';
import { rememberOpening } from './recents.queries.ts';

/** A prompt is opened when it is shown, not when its text is fetched: that may be ahead, or long ago. */
export function useRememberOpening(prompt: PromptDetail): void {
  const queryClient = useQueryClient();
  const remember = useEffectEvent(async () => {
    await nextTask();
    await rememberOpening(queryClient, prompt);
  });
  // A prompt that changes while it is open is the same opening.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id says when, and nothing else of the prompt does.
  useEffect(() => void remember(), [prompt.id]);
}
