import { lazyComponent } from '#web/ui/behavior/lazy-component.ts';

/** For members only; visitors' pages do without. Preloaded with the member's frame (layout/session/viewer.ts). */
export const LazyAddToCollectionButton = lazyComponent(
  async () => (await import('./add-to-collection-button.tsx')).AddToCollectionButton,
);
