import { Link, useNavigate } from '@tanstack/react-router';
import PencilLine from 'lucide-react/icons/pencil-line';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Order } from '#contract/orders.ts';
import { BriefEditor } from '#web/features/orders/brief/brief-editor.tsx';
import { BriefSummary } from '#web/features/orders/brief/brief-summary.tsx';
import { DiscardOrder } from '#web/features/orders/discard-order.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import styles from './order-detail.module.css';

/** What was ordered; until it is paid it can be changed or discarded. */
export function OrderBrief({ order }: { order: Order }) {
  const navigate = useNavigate();
  const [isEditing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const isUnpaid = order.state === 'awaiting_payment';
  return (
    <section className={styles.section} aria-labelledby="brief-title">
      <div className={styles.sectionHead}>
        <h2 id="brief-title" className={styles.heading}>
          Your brief
        </h2>
        {isUnpaid && !isEditing ? (
          <Button ref={editButton} variant="line" size="small" onClick={() => setEditing(true)}>
            <PencilLine aria-hidden />
            Edit brief
          </Button>
        ) : null}
      </div>
      <div className={styles.panel}>
        {isUnpaid && isEditing ? (
          <BriefEditor
            order={order}
            onClose={() => {
              flushSync(() => setEditing(false));
              editButton.current?.focus();
            }}
          />
        ) : (
          <BriefSummary brief={order.brief} />
        )}
      </div>
      <p className={styles.foot}>
        <Link
          to="/contact"
          search={{ topic: 'order', order: order.id }}
          className={buttonClass({ variant: 'line', size: 'small' })}
        >
          Contact us about this order
        </Link>
        {isUnpaid ? (
          <DiscardOrder
            orderId={order.id}
            onDiscarded={() => navigate({ to: '/orders', search: {}, replace: true })}
          />
        ) : null}
      </p>
    </section>
  );
}
