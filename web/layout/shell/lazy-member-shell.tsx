import { lazyComponent } from '#web/ui/behavior/lazy-component.ts';
import { Spinner } from '#web/ui/feedback/spinner.tsx';

/** A visitor's page does without the frame of a member's. Preloaded for members (layout/viewer.ts). */
export const LazyMemberShell = lazyComponent(
  async () => (await import('./member-shell.tsx')).MemberShell,
  <Spinner />,
);
