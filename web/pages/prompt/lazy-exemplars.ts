import { lazyPart } from '#web/ui/lazy-part.ts';

/** Most prompts are read without looking further. Preloaded where the server draws the page. */
export const LazyExemplars = lazyPart(
  async () => (await import('#web/features/exemplars/exemplars-panel.tsx')).ExemplarsPanel,
);
