import { lazyComponent } from '#web/ui/behavior/lazy-component.ts';

/** Reading Markdown is a third of what a prompt shows; pages that share the rest do without. Preloaded like exemplars. */
export const LazyComments = lazyComponent(
  async () => (await import('#web/features/comments/comments-panel.tsx')).CommentsPanel,
);
