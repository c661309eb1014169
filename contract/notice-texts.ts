interface NoticeDetails {
  day?: string | undefined;
  author?: string | undefined;
}

/**
 * What a notice in the app says. `subject` is the title of what it is about, where there is one; `day` the one on
 * which they copied it, as people read it; `author` who replied.
 */
const NOTICE_TEXTS = {
  // Earlier ones have no title.
  order_delivered: (subject: string) => `Your custom prompt${subject ? ` “${subject}”` : ''} is delivered.`,
  order_refunded: (subject: string) => `Your payment for the custom prompt “${subject}” was returned.`,
  ticket_answered: (subject: string) => `We answered: ${subject}`,
  comment_answered: (subject: string, { author = 'Someone' }: NoticeDetails) =>
    `${author} replied to your comment on “${subject}”.`,
  comment_hidden: (subject: string) => `Your comment on “${subject}” was hidden by our moderators.`,
  prompt_changed: (subject: string, { day }: NoticeDetails) =>
    `“${subject}” has changed since you copied it${day === undefined ? '' : ` on ${day}`}.`,
  prompts_changed: (subject: string) => `${subject} have changed since you copied them.`,
  comment_removed: (subject: string) => `Your comment on “${subject}” was deleted by our moderators.`,
  comment_restored: (subject: string) => `Your comment on “${subject}” is shown again.`,
  report_upheld: (subject: string) => `The comment you reported on “${subject}” was removed. Thank you.`,
  report_decided: (subject: string) => `We reviewed the comment you reported on “${subject}”. It stays.`,
  collection_hidden: (subject: string) =>
    `Your collection “${subject}” was hidden by our moderators. Only you can see it.`,
  collection_removed: (subject: string) => `Your collection “${subject}” was deleted by our moderators.`,
  collection_restored: (subject: string) => `Your collection “${subject}” can be shared again.`,
  collection_report_upheld: (subject: string) =>
    `The collection you reported, “${subject}”, was removed. Thank you.`,
  collection_report_decided: (subject: string) =>
    `We reviewed the collection you reported, “${subject}”. It stays.`,
} as const;

export type NoticeKind = keyof typeof NOTICE_TEXTS;

export const noticeText = (kind: NoticeKind, subject: string, details: NoticeDetails = {}): string =>
  NOTICE_TEXTS[kind](subject, details);

// Object.keys forgets that the keys of this constant are its kinds.
export const NOTICE_KINDS = Object.keys(NOTICE_TEXTS) as [NoticeKind, ...NoticeKind[]];
