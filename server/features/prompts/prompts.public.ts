/** Prompts as other features read them: the projection, and the proof that a viewer may read a prompt. */
export type { FullPrompt, ListedPrompt, PickablePrompt, VisiblePrompt } from './prompts.access.ts';
export {
  findCards,
  findFullPrompts,
  findGrants,
  findOwnCards,
  findPickablePrompts,
  findQuotedCards,
  findReadableTexts,
  findSample,
  includesExemplars,
  LOCKED_RESPONSE,
  RETIRED_RESPONSE,
  requireDetail,
  requireFullPrompt,
  requireListedPrompt,
  requireVisiblePrompt,
} from './prompts.access.ts';
export { exportCopies, exportPromptGrants, removeCopies } from './prompts.personal-data.queries.ts';
export { isTextChangedSince } from './prompts.queries.ts';
