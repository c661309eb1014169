import { resumeSubscription, type SubscriptionStatus } from '#contract/billing.ts';
import { callWithPaymentTimeout } from '#web/api/call.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import styles from './state-action.module.css';
import { useBillingAction } from './use-billing-action.ts';

interface ResumeProps {
  label: string;
  isPrimary?: boolean;
  /** The toast's text. */
  done: string;
  onDone: () => void;
}

/** Of an upgrade that is not paid. */
export const UNDO_UPGRADE = {
  label: 'Undo the upgrade',
  done: 'The upgrade is undone, and nothing is charged for it.',
};

/** Back to how the plan was: without a planned end, an unpaid upgrade, a planned downgrade, or a pause. */
export function Resume({ label, isPrimary = false, done, onDone }: ResumeProps) {
  return (
    <div className={styles.resume}>
      <StateAction
        label={label}
        isPrimary={isPrimary}
        pendingText="Resuming..."
        call={() => callWithPaymentTimeout(resumeSubscription, {})}
        failure="We couldn’t undo that."
        done={{ title: 'Subscription updated', description: done }}
        onDone={onDone}
      />
    </div>
  );
}

interface StateActionProps {
  label: string;
  isPrimary?: boolean;
  pendingText: string;
  call: () => Promise<SubscriptionStatus>;
  /** When the server gives no message of its own. */
  failure: string;
  /** The toast. */
  done: { title: string; description: string };
  onDone: () => void;
}

/** A button that ends a state, and why it could not. */
export function StateAction(props: StateActionProps) {
  const { label, isPrimary = false, pendingText, call, failure, done, onDone } = props;
  const action = useBillingAction({
    call,
    failure,
    onDone: () => {
      toast(done);
      onDone();
    },
  });
  return (
    <>
      <Button
        variant={isPrimary ? 'primary' : 'line'}
        isPending={action.isPending}
        pendingText={pendingText}
        onClick={action.run}
      >
        {label}
      </Button>
      <div role="alert">{action.failure ? <Callout variant="danger">{action.failure}</Callout> : null}</div>
    </>
  );
}
