import { type Decision, MODERATION_DECISIONS } from '#contract/admin-moderation.ts';

const DECIDED = { kept: 'keep', hidden: 'hide', deleted: 'delete' } as const;

/** What can be decided; of a case that is decided, anything else. */
export const choicesFor = (resolution: keyof typeof DECIDED | null): readonly Decision[] =>
  MODERATION_DECISIONS.filter((decision) => resolution === null || decision !== DECIDED[resolution]);
