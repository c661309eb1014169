/** What a member is told of in the app. `subject` is the title of what it is about, where there is one. */
const NOTICE_TEXTS = {
  order_delivered: () => 'Your custom prompt is delivered.',
  ticket_answered: (subject: string) => `We answered: ${subject}`,
  comment_answered: (subject: string) => `Somebody replied to your comment on “${subject}”.`,
  comment_hidden: (subject: string) => `Your comment on “${subject}” was hidden by our moderators.`,
  report_decided: (subject: string) => `The comment you reported on “${subject}” was reviewed. Thank you.`,
} as const;

export type NoticeKind = keyof typeof NOTICE_TEXTS;

export const noticeText = (kind: NoticeKind, subject: string): string => NOTICE_TEXTS[kind](subject);

// Object.keys forgets that the keys of this constant are its kinds.
export const NOTICE_KINDS = Object.keys(NOTICE_TEXTS) as [NoticeKind, ...NoticeKind[]];
