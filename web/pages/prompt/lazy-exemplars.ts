import { lazyComponent } from '#web/ui/behavior/lazy-component.ts';

/** Most prompts are read without looking further. Preloaded where the server draws the page. */
export const LazyExemplars = lazyComponent(
  async () => (await import('#web/features/exemplars/exemplars-panel.tsx')).ExemplarsPanel,
);
