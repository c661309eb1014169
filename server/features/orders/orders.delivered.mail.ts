import { z } from 'zod';
import { defineMail } from '#server/core/mail/mail-template.ts';
import { titleInSubject } from './orders.mail-title.ts';

const schema = z.object({
  orderId: z.string(),
  // Absent in mail of earlier versions.
  title: z.string().default(''),
});

/** A prompt is delivered. Its text is on the page alone (DECISIONS 66). */
export const orderDeliveredMail = defineMail<z.infer<typeof schema>>({
  kind: 'order-delivered',
  schema,
  content: ({ orderId, title }) => ({
    subject: title ? `Your prompt is ready: ${titleInSubject(title)}` : 'Your custom prompt is ready',
    paragraphs: [
      `We delivered the prompt you ordered${title ? `: “${title}”` : ''}. Try it with a real case first.`,
      'If something isn’t right yet, ask for changes. They’re included until you accept the prompt, and there’s no deadline for that.',
    ],
    link: { label: 'Read your prompt', path: `/orders?order=${orderId}` },
  }),
});
