import { useEffect, useState } from 'react';
import type { Order } from '#contract/orders.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { useOrderActions } from '../use-order-actions.ts';
import { toBrief } from './brief-check.ts';
import { forgetDraftOf, tabStore } from './brief-draft.ts';
import styles from './brief-editor.module.css';
import { BriefAlert, BriefFields } from './brief-fields.tsx';
import { useBriefCheck } from './use-brief-check.ts';

/** The brief of an order that is not paid yet, changed where it is read. */
export function BriefEditor({ order, onClose }: { order: Order; onClose: () => void }) {
  const [texts, setTexts] = useState({ ...order.brief, model: order.brief.model ?? '' });
  const { form, problems, check } = useBriefCheck(texts);
  const { change } = useOrderActions(order.id);
  // The button that opened it is gone.
  useEffect(() => form.current?.querySelector('input')?.focus(), [form]);

  async function save() {
    if (change.isPending || !check() || !(await change.run(toBrief(texts)))) return;
    // The form it was ordered by would send its older text.
    forgetDraftOf(tabStore(), order.id);
    onClose();
  }

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      aria-label="Your brief"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <BriefFields
        texts={texts}
        problems={problems}
        onChange={(field, text) => setTexts((before) => ({ ...before, [field]: text }))}
      />
      <BriefAlert problems={problems}>
        {change.failure ? <Callout variant="danger">{change.failure}</Callout> : null}
      </BriefAlert>
      <div className={styles.buttons}>
        <Button type="submit" isPending={change.isPending} pendingText="Saving...">
          Save brief
        </Button>
        <Button variant="ghost" disabled={change.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
