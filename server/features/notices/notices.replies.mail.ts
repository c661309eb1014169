import { z } from 'zod';
import { defineMail, type MailContent } from '#server/core/mail/mail-template.ts';

/** Replies with a link of their own in one mail; the rest are counted. */
export const NAMED_REPLIES = 5;

const schema = z.object({
  count: z.int(),
  subjects: z.array(z.string()),
  /** The newest, oldest first. Absent in mail of earlier versions. */
  replies: z.array(z.object({ subject: z.string(), path: z.string() })).default([]),
});

/** Replies to a member's comments, several in one; whoever chose it gets it. */
export const repliesMail = defineMail<z.infer<typeof schema>>({
  kind: 'comment-replies',
  group: 'replies',
  schema,
  content: (mail) => {
    const { count, replies } = mail;
    const [only] = replies;
    return count === 1 && only !== undefined ? oneReply(only) : severalReplies(mail);
  },
});

const oneReply = ({ subject, path }: { subject: string; path: string }): MailContent => ({
  subject: `New reply on “${subject}”`,
  paragraphs: [`There’s a new reply to your comment on “${subject}”.`],
  link: { label: 'Read the reply', path },
});

function severalReplies({ count, subjects, replies }: z.infer<typeof schema>): MailContent {
  const [first = '', ...others] = subjects;
  const more = count - replies.length;
  return {
    subject: `${count} replies to your comments${others.length === 0 && first ? ` on “${first}”` : ''}`,
    paragraphs: ['There are new replies to your comments on:'],
    // Where two are about the same prompt, each still leads to its own comment.
    items:
      replies.length > 0
        ? replies.map(({ subject, path }) => ({ label: subject, path }))
        : subjects.map((subject) => ({ label: subject, path: '/account/notices' })),
    link: {
      label: more > 0 && replies.length > 0 ? `See ${more} more` : 'See all notices',
      path: '/account/notices',
    },
  };
}
