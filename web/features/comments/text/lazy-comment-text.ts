import { lazyComponent } from '#web/ui/behavior/lazy-component.ts';

/** Reading Markdown is most of what comments run, and most prompts have none yet. Preloaded with the comments there are. */
export const LazyCommentText = lazyComponent(async () => (await import('./comment-text.tsx')).CommentText);
