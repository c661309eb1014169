import { useQuery } from '@tanstack/react-query';
import { orderQuery } from '#web/features/orders/orders.queries.ts';
import { promptCardQuery } from '#web/features/prompts/prompt.queries.ts';
import { RemovableChip } from '#web/ui/forms/removable-chip.tsx';
import styles from './contact-form.module.css';

interface ContactSubjectProps {
  promptId: string | undefined;
  orderId: string | undefined;
  onRemove: (kind: 'prompt' | 'order') => void;
}

/** What goes with the message. What does not exist, or is not one's own, is left out by the server, and here. */
export function ContactSubject({ promptId, orderId, onRemove }: ContactSubjectProps) {
  const { data: prompt } = useQuery({ ...promptCardQuery(promptId ?? ''), enabled: promptId !== undefined });
  const { data: order } = useQuery({ ...orderQuery(orderId ?? ''), enabled: orderId !== undefined });
  return (
    <>
      {prompt ? <Subject kind="prompt" name={prompt.title} onRemove={onRemove} /> : null}
      {order ? <Subject kind="order" name={order.brief.goal} onRemove={onRemove} /> : null}
    </>
  );
}

function Subject({
  kind,
  name,
  onRemove,
}: { kind: 'prompt' | 'order'; name: string } & Pick<ContactSubjectProps, 'onRemove'>) {
  return (
    <p className={styles.about}>
      {kind === 'order' ? 'About your order' : 'About the prompt'}
      <RemovableChip name={name} onRemove={() => onRemove(kind)} />
    </p>
  );
}
