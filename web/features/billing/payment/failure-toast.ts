import { currentToasts, dismissToast, toast } from '#web/ui/feedback/toast.ts';

const TITLE = 'Payment Failed';

export function showPaymentFailure(description: string): void {
  toast({ title: TITLE, description, variant: 'destructive' });
}

/** A new attempt begins: what is said of the last one would lie over the bank's dialog. */
export function dismissPaymentFailure(): void {
  for (const { id, title } of currentToasts()) if (title === TITLE) dismissToast(id);
}
