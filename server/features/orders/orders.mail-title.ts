import { cutText } from '#server/core/cut-text.ts';

/** What mail programs show of a subject beside what we say of it. */
const CHARACTERS = 60;

/** An order's goal in a subject line: its beginning, in quotation marks. */
export const titleInSubject = (title: string): string =>
  `“${cutText(title.replace(/\s+/g, ' ').trim(), CHARACTERS)}”`;
