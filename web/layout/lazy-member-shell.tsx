import { lazyPart } from '#web/ui/lazy-part.ts';
import { Spinner } from '#web/ui/spinner.tsx';

/** A visitor's page does without the frame of a member's. Preloaded for members (layout/viewer.ts). */
export const LazyMemberShell = lazyPart(
  async () => (await import('./member-shell.tsx')).MemberShell,
  <Spinner />,
);
