import { resumeSubscription, type SubscriptionStatus } from '#contract/billing.ts';
import { TIER_NAMES, type Tier } from '#contract/tiers.ts';
import { callWithPaymentTimeout } from '#web/api/call.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { MessageDialog } from '#web/ui/overlays/message-dialog.tsx';
import { BillingDate } from '../billing-date.tsx';
import { monthlyPrice, planChangeBlocker } from '../billing-messages.ts';
import styles from './change-dialog.module.css';
import { type PlannedDowngrade, plannedDowngrade } from './planned-downgrade.ts';
import { useBillingAction } from './use-billing-action.ts';

interface PlannedChangeDialogProps {
  /** By the address. */
  chosen: Tier | undefined;
  status: SubscriptionStatus;
  onUndone: () => void;
  onClosed: () => void;
}

/** For whoever chooses the plan they have while a lower one is planned, or that one: what is planned, and how to undo it. */
export function PlannedChangeDialog({ chosen, status, ...rest }: PlannedChangeDialogProps) {
  // The notice above the plans says what else is in the way.
  const planned = planChangeBlocker(status) === null ? plannedDowngrade(status) : null;
  return planned && (chosen === planned.from || chosen === planned.to) ? (
    <PlannedDowngradeDialog planned={planned} {...rest} />
  ) : null;
}

type PlannedDowngradeDialogProps = Omit<PlannedChangeDialogProps, 'chosen' | 'status'> & {
  planned: PlannedDowngrade;
};

function PlannedDowngradeDialog({ planned, onUndone, onClosed }: PlannedDowngradeDialogProps) {
  const [from, to] = [TIER_NAMES[planned.from], TIER_NAMES[planned.to]];
  const undoing = useBillingAction({
    call: () => callWithPaymentTimeout(resumeSubscription, {}),
    failure: 'We couldn’t undo the planned change.',
    onDone: () => {
      toast({ title: 'Subscription updated', description: `You stay on ${from}.` });
      onUndone();
    },
  });
  return (
    <MessageDialog
      title={`Your plan changes to ${to}`}
      onClosed={onClosed}
      actions={(close) => (
        <>
          <Button variant="line" isPending={undoing.isPending} pendingText="Undoing..." onClick={undoing.run}>
            Undo the change
          </Button>
          <Button disabled={undoing.isPending} onClick={close}>
            Close
          </Button>
        </>
      )}
    >
      <p>
        You’re on {from} until <BillingDate at={planned.at} />, then {to} (
        {monthlyPrice(planned.to, planned.statusThen)}). Nothing is charged before that.
      </p>
      <div role="alert">
        {undoing.failure ? (
          <Callout variant="danger" className={styles.failure}>
            {undoing.failure}
          </Callout>
        ) : null}
      </div>
    </MessageDialog>
  );
}
