import { z } from 'zod';
import { defineMail } from '#server/core/mail/mail-template.ts';

/** An upgrade that still waits for its payment, a while after it was begun. */
export const actionRequiredMail = defineMail({
  kind: 'action-required',
  schema: z.object({}),
  content: () => ({
    subject: 'Finish your upgrade',
    paragraphs: [
      'You chose a higher plan, but the payment isn’t finished. Your bank may need you to confirm it. Until then, you keep your current plan and nothing is charged.',
      'If you changed your mind, you don’t need to do anything. The upgrade expires on its own.',
    ],
    link: { label: 'Continue', path: '/subscription' },
  }),
});
