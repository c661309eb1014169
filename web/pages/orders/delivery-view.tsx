import type { Order } from '#contract/orders.ts';
import { ContentBox } from '#web/features/prompts/reader/content-box.tsx';
import { usePromptReader } from '#web/features/prompts/reader/use-prompt-reader.ts';
import { VariablesForm } from '#web/features/prompts/variables/variables-form.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { AbsoluteDate } from '#web/ui/text/absolute-date.tsx';
import styles from './delivery-view.module.css';

interface DeliveryViewProps {
  delivery: Omit<Delivery, 'id' | 'deliveredAt'> & { deliveredAt: Delivery['deliveredAt'] | null };
  memberId: string;
}

type Delivery = Order['deliveries'][number];

/** A prompt written for one buyer, read, filled in and copied like any other. */
export function DeliveryView({ delivery, memberId }: DeliveryViewProps) {
  const { title, content, variables, note, deliveredAt } = delivery;
  // Without an id: it is not in the library, so its copies are not counted.
  const reader = usePromptReader({ title, content, variables }, memberId, 'page');
  return (
    <article>
      <h3 className={styles.title} tabIndex={-1} dir="auto">
        {title}
      </h3>
      <p className={styles.facts}>
        {deliveredAt === null ? (
          'Not delivered yet'
        ) : (
          <>
            Delivered <AbsoluteDate date={deliveredAt} />
          </>
        )}
      </p>
      {note ? (
        <Callout className={styles.note}>
          <p className={styles.text} dir="auto">
            {note}
          </p>
        </Callout>
      ) : null}
      <ContentBox
        reader={reader}
        form={
          reader.variables.isOpen ? <VariablesForm reader={reader} level={3} className={styles.form} /> : null
        }
        className={styles.box}
      />
    </article>
  );
}
