import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import type { ChangePreview, Payment, PlanTier, SubscriptionStatus } from '#contract/billing.ts';
import { changeSubscription, previewChange, resumeSubscription } from '#contract/billing.ts';
import { TIER_NAMES } from '#contract/tiers.ts';
import { callWithPaymentTimeout } from '#web/api/call.ts';
import { ApiError } from '#web/api/client.ts';
import { taxWords } from '#web/api/tax.ts';
import { useReconnect } from '#web/api/use-reconnect.ts';
import { paths } from '#web/paths.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { MessageDialog } from '#web/ui/overlays/message-dialog.tsx';
import { cacheStatus, statusQuery } from '../billing.queries.ts';
import { BillingDate } from '../billing-date.tsx';
import { billingFailure, problemCode } from '../billing-failure.ts';
import { changeAgreement, formatAmount, laterPrice, monthlyPrice, nextMonth } from '../billing-messages.ts';
import { billsQuery } from './bills.queries.ts';
import { CardName } from './card-name.tsx';
import styles from './change-dialog.module.css';
import { plannedDowngrade } from './planned-downgrade.ts';
import { PriceChart } from './price-chart.tsx';
import { useBillingAction } from './use-billing-action.ts';

interface ChangeDialogProps {
  /** The plan to change to. */
  plan: PlanTier;
  priceId: string;
  status: SubscriptionStatus;
  /** Done, or planned. */
  onChanged: (change: ChangePreview) => void;
  /** For upgrades. Its bank asks, or the kept card was refused: the old plan stays until this is paid. */
  onPayment?: (payment: Payment, change: ChangePreview) => void;
  onClosed: () => void;
}

/** Says what a change costs and when it happens; only then it can be agreed to. */
export function ChangeDialog({ plan, priceId, status, onChanged, onPayment, onClosed }: ChangeDialogProps) {
  const queryClient = useQueryClient();
  const preview = useQuery({
    queryKey: [previewChange.url, priceId],
    queryFn: () => callWithPaymentTimeout(previewChange, { body: { priceId } }),
    // Amounts change by the second: what was shown before is never shown again.
    staleTime: 0,
    gcTime: 0,
  });
  useReconnect(() => {
    // What the server refused stays refused.
    if (preview.error && !(preview.error instanceof ApiError)) void preview.refetch();
  });
  // As with every payment: of two clicks at once the second must find it.
  const isChanging = useRef(false);
  const change = useMutation({
    mutationFn: (shown: ChangePreview) =>
      callWithPaymentTimeout(changeSubscription, { body: { priceId, prorationDate: shown.prorationDate } }),
    onSuccess: ({ subscription, payment }, shown) => {
      cacheStatus(queryClient, subscription);
      if (payment) onPayment?.(payment, shown);
      else onChanged(shown);
    },
    onError: (error) => {
      isChanging.current = false;
      if (problemCode(error) === 'preview_expired') void preview.refetch();
      else void queryClient.invalidateQueries({ queryKey: statusQuery().queryKey });
    },
  });
  const undoing = useBillingAction({
    call: () => callWithPaymentTimeout(resumeSubscription, {}),
    failure: 'We couldn’t undo the planned change.',
    onDone: () => void preview.refetch(),
  });
  const shown = preview.isFetching ? undefined : preview.data;
  const refused = preview.isFetching ? null : preview.error;
  const failure =
    undoing.failure ??
    (refused && billingFailure(refused, 'We couldn’t calculate the price change.')) ??
    (change.error && billingFailure(change.error, 'We couldn’t change your plan.'));
  function agree() {
    if (!shown || isChanging.current) return;
    isChanging.current = true;
    change.mutate(shown);
  }
  return (
    <MessageDialog
      title={plan === status.plan ? `Start ${TIER_NAMES[plan]} again` : `Change to ${TIER_NAMES[plan]}`}
      onClosed={onClosed}
      actions={(close) => (
        <>
          <Button variant="line" disabled={change.isPending || undoing.isPending} onClick={close}>
            Not now
          </Button>
          {refused && isDowngradeInTheWay(refused, status) ? (
            <Button isPending={undoing.isPending} pendingText="Undoing..." onClick={undoing.run}>
              Undo the planned change
            </Button>
          ) : refused && isFinal(refused) ? (
            <a href={paths.subscription()} className={buttonClass()}>
              See your subscription
            </a>
          ) : refused ? (
            <Button onClick={() => void preview.refetch()}>Try Again</Button>
          ) : (
            <Button disabled={!shown} isPending={change.isPending} pendingText="Changing..." onClick={agree}>
              {shown ? changeAgreement(shown) : 'Change plan'}
            </Button>
          )}
        </>
      )}
    >
      {shown ? <Terms preview={shown} status={status} /> : null}
      {preview.isFetching ? <Waiting /> : null}
      <div role="alert">
        {failure ? (
          <Callout variant="danger" className={styles.failure}>
            {failure}{' '}
            {refused && !isFinal(refused) ? <a href={paths.subscription()}>See your subscription</a> : null}
          </Callout>
        ) : null}
      </div>
    </MessageDialog>
  );
}

/** Asking again would be answered the same. */
const isFinal = (error: Error) => error instanceof ApiError && error.status < 500 && error.status !== 429;

/** Undoing it here leads on to the price, instead of to another page. */
const isDowngradeInTheWay = (error: Error, status: SubscriptionStatus) =>
  problemCode(error) === 'change_planned' && plannedDowngrade(status) !== null && status.pause === null;

function Terms({ preview, status }: { preview: ChangePreview; status: SubscriptionStatus }) {
  const { kind, plan, amountDueCents, monthlyCents, currency, effectiveAt, tax } = preview;
  const monthly = `${formatAmount(monthlyCents, currency)}/month${taxWords(tax)}`;
  const current =
    status.plan === null ? 'your plan' : `${TIER_NAMES[status.plan]} (${monthlyPrice(status.plan, status)})`;
  const renewal = kind === 'restart' ? nextMonth(effectiveAt * 1000) : status.currentPeriodEnd;
  const later = renewal === null ? null : laterPrice(preview, renewal);
  return (
    <>
      <p>
        {kind === 'downgrade' ? (
          <>
            You keep {current} until <BillingDate at={effectiveAt} />. Then {TIER_NAMES[plan]} begins. Nothing
            is charged now.
          </>
        ) : kind === 'restart' ? (
          <>{TIER_NAMES[plan]} opens at once, and a new month begins today.</>
        ) : (
          <>
            {TIER_NAMES[plan]} starts immediately. You pay the difference for the rest of your billing month.
          </>
        )}
      </p>
      <dl className={styles.rows}>
        <Row name={tax !== null && amountDueCents > 0 ? 'Due today, with tax' : 'Due today'}>
          {formatAmount(amountDueCents, currency)}
        </Row>
        <Row name={preview.regularCents === null ? 'Then' : 'Then, with your discount'}>{monthly}</Row>
        {renewal === null ? null : (
          <Row name="From">
            <BillingDate at={renewal} />
          </Row>
        )}
        {later === null ? null : (
          <Row name="After your discount">
            {formatAmount(later.cents, currency)}/month{taxWords(tax)} from <BillingDate at={later.at} />
          </Row>
        )}
      </dl>
      {renewal === null ? null : (
        <PriceChart preview={preview} status={status} renewal={renewal} later={later} />
      )}
      {kind !== 'downgrade' && amountDueCents > 0 ? (
        <p className={styles.note}>
          We’ll charge your <SavedCard asOf={status.asOf} />. Cancel anytime.
        </p>
      ) : null}
    </>
  );
}

/** Which one, once the provider has said it. */
function SavedCard({ asOf }: { asOf: string | null }) {
  const { data } = useQuery(billsQuery(asOf ?? ''));
  return data?.card ? <CardName card={data.card} /> : 'saved card';
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Waiting() {
  return (
    <div className={styles.waiting} aria-busy="true">
      <p className="visually-hidden" role="status">
        Calculating the amount due
      </p>
      <Skeleton />
      <Skeleton />
      <Skeleton />
    </div>
  );
}
