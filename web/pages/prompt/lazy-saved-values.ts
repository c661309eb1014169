import { lazyComponent } from '#web/ui/behavior/lazy-component.ts';

/** Fetched when the form opens: reading a prompt does without. */
export const LazySavedValues = lazyComponent(
  async () => (await import('./prompt-saved-values.tsx')).PromptSavedValues,
);
