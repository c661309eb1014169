import { z } from 'zod';
import { defineMail } from '#server/core/mail/mail-template.ts';

/** An upgrade that still waits for its payment, a while after it was begun. */
export const actionRequiredMail = defineMail({
  kind: 'action-required',
  schema: z.object({}),
  content: () => ({
    subject: 'Your upgrade waits for you',
    paragraphs: [
      'You chose a higher plan, and its payment is not finished: your bank may want you to confirm it. Until then you keep the plan you have, and nothing is charged.',
      'If you changed your mind, there is nothing to do: the upgrade ends by itself.',
    ],
    link: { label: 'Continue', path: '/subscription' },
  }),
});
