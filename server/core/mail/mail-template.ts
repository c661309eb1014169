import type { z } from 'zod';
import type { MailGroup } from '#contract/mail.ts';

/** What a mail says, as text: the layout makes plain text and HTML of it. */
export interface MailContent {
  subject: string;
  paragraphs: readonly string[];
  /** Several things, each with a page of its own, between the paragraphs and the link. */
  items?: readonly { label: string; path: string }[];
  /** The one thing to do, on a page of ours. */
  link?: { label: string; path: string };
  /** Why it came, where somebody else had it sent. */
  reason?: string;
}

export interface MailTemplate<Data = unknown> {
  kind: string;
  /** Absent for mandatory mail, which is sent whatever a member has chosen. */
  group?: MailGroup;
  /** Stored until it is sent, and read by other versions of the app: fields are only ever added, with a default. */
  schema: z.ZodType<Data>;
  /** @param sign of a link that needs no session */
  content(
    data: Data,
    sign: (purpose: string, value: string) => Promise<string>,
  ): MailContent | Promise<MailContent>;
}

/** Keeps the type of the data, so that every caller of addMail is checked against it. */
export const defineMail = <Data>(template: MailTemplate<Data>): MailTemplate<Data> => template;
