import { lazyComponent } from '#web/ui/behavior/lazy-component.ts';

/** Pages that share what else a prompt shows do without. Preloaded like exemplars. */
export const LazyComments = lazyComponent(
  async () => (await import('#web/features/comments/comments-panel.tsx')).CommentsPanel,
);
