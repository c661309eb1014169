import { useUser } from '#web/features/account/account.queries.ts';
import { lazyComponent } from '#web/ui/behavior/lazy-component.ts';
import { useToasts } from '#web/ui/feedback/toast.ts';

const Toaster = lazyComponent(async () => (await import('#web/ui/feedback/toaster.tsx')).Toaster);

/** Few visitors ever see a toast. A member's page fetches the region ahead: the first one may say "offline". */
export function Toasts() {
  const isMember = Boolean(useUser());
  const hasToasts = useToasts().length > 0;
  return isMember || hasToasts ? <Toaster /> : null;
}
