import { z } from 'zod';
import { defineMail } from '#server/core/mail/mail-template.ts';

/** Titles named in one mail; the rest are counted. */
const NAMED = 5;

/** Replies to a member's comments, several in one; whoever chose it gets it. */
export const repliesMail = defineMail({
  kind: 'comment-replies',
  group: 'replies',
  schema: z.object({ count: z.int(), subjects: z.array(z.string()) }),
  content: ({ count, subjects }) => ({
    subject: count === 1 ? 'Someone replied to your comment' : `${count} replies to your comments`,
    paragraphs: [
      `${count === 1 ? 'There’s a new reply to your comment' : 'There are new replies to your comments'} on:`,
      subjects
        .slice(0, NAMED)
        .map((subject) => `• ${subject}`)
        .join('\n'),
      ...(subjects.length > NAMED ? [`and ${subjects.length - NAMED} more.`] : []),
    ],
    link: { label: 'Read them', path: '/account/notices' },
  }),
});
