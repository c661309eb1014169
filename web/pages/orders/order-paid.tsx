import { Link } from '@tanstack/react-router';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import { useOrderConfirmation } from '#web/features/orders/use-order-confirmation.ts';
import { paths } from '#web/paths.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/**
 * What `/subscription-success?order=` shows: nothing is claimed before the provider has said that the order is paid
 * (DECISIONS 42). Brings the page's heading.
 */
export function OrderPaid({ orderId }: { orderId: string }) {
  const confirmation = useOrderConfirmation(orderId);
  const toOrder = (
    <Link to="/orders" search={{ order: orderId }} className={buttonClass()}>
      See your order
    </Link>
  );
  if (confirmation.state === 'waiting') {
    return (
      <>
        <h1 className="visually-hidden">Confirming your payment</h1>
        <Spinner label="Confirming your payment" />
      </>
    );
  }
  if (confirmation.state === 'unknown') {
    return (
      <EmptyState icon={Clock} title="Your payment is not confirmed yet" level={1} actions={toOrder}>
        <p role="status">
          We have not heard from the payment provider. Your order shows it as soon as we do; do not pay twice.
        </p>
      </EmptyState>
    );
  }
  const { prompt } = confirmation.order;
  return (
    <EmptyState
      icon={CircleCheck}
      title="Payment Successful!"
      level={1}
      actions={
        <>
          {toOrder}
          {prompt ? (
            <a href={paths.prompt(prompt.id)} className={buttonClass({ variant: 'line' })}>
              Read “{prompt.title}”
            </a>
          ) : null}
        </>
      }
    >
      <p role="status">
        Your order is with our prompt engineers. You find every step, and the prompt once it is written, with
        your order.
      </p>
    </EmptyState>
  );
}
