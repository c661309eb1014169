import { z } from 'zod';
import { formatMoney } from '#server/core/mail/format-money.ts';
import { defineMail } from '#server/core/mail/mail-template.ts';
import { dueSchema } from './subscription.due.ts';

const schema = z.object({ due: dueSchema });

/** An upgrade that still waits for its payment, a while after it was begun. */
export const actionRequiredMail = defineMail<z.infer<typeof schema>>({
  kind: 'action-required',
  schema,
  content: ({ due }) => ({
    subject: 'Finish your upgrade',
    paragraphs: [
      `You chose a higher plan, but ${due === null ? 'the payment' : `the payment of ${formatMoney(due.cents, due.currency)}`} isn’t finished. Your bank may need you to confirm it. Until then, you keep your current plan and nothing is charged.`,
      'If you changed your mind, you don’t need to do anything. The upgrade expires on its own.',
    ],
    link: { label: 'Continue', path: '/subscription' },
  }),
});
