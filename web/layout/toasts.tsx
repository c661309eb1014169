import { useUser } from '#web/features/account/account.queries.ts';
import { lazyPart } from '#web/ui/lazy-part.ts';
import { useToasts } from '#web/ui/toast.ts';

const Toaster = lazyPart(async () => (await import('#web/ui/toaster.tsx')).Toaster);

/** Few visitors ever see a toast. A member's page fetches the region ahead: the first one may say "offline". */
export function Toasts() {
  const isMember = Boolean(useUser());
  const hasToasts = useToasts().length > 0;
  return isMember || hasToasts ? <Toaster /> : null;
}
