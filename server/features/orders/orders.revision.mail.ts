import { z } from 'zod';
import { formatDay } from '#server/core/mail/format-date.ts';
import { defineMail } from '#server/core/mail/mail-template.ts';
import { titleInSubject } from './orders.mail-title.ts';

const schema = z.object({
  orderId: z.string(),
  // Absent in mail of earlier versions.
  title: z.string().default(''),
  /** YYYY-MM-DD */
  expectedOn: z.string().nullable().default(null),
});

/** The buyer asked for changes of what was delivered. */
export const orderRevisionMail = defineMail<z.infer<typeof schema>>({
  kind: 'order-revision',
  schema,
  content: ({ orderId, title, expectedOn }) => ({
    subject: title ? `We’re revising ${titleInSubject(title)}` : 'We’re revising your prompt',
    paragraphs: [
      `We received your change request${title ? ` for “${title}”` : ''}. ${expectedOn ? `Expect the new version around ${formatDay(expectedOn)}; we’ll` : 'We’ll'} email you when it’s ready. Changes cost nothing extra.`,
    ],
    link: { label: 'See your order', path: `/orders?order=${orderId}` },
  }),
});
