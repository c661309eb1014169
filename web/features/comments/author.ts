import type { Comment } from '#contract/comments.ts';

type Author = Comment['user'];

/** First and last name, else the e-mail. */
export function authorName(author: Author): string {
  if (!author) return 'Deleted member';
  return [author.firstName, author.lastName].filter(Boolean).join(' ').trim() || author.email;
}

export function authorLetter(author: Author): string {
  const letter = Array.from(author?.firstName?.trim() || author?.email.trim() || '')[0];
  return letter?.toLocaleUpperCase('en-US') ?? '?';
}

const PATTERNS = [
  'productivity',
  'content-creation',
  'family',
  'fitness',
  'health',
  'career',
  'finance-investing',
];

/** The background of an avatar without a picture: a category's pattern, always the same for one person. */
export function authorPattern(author: Author): string {
  let sum = 0;
  for (const char of authorName(author)) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 9973;
  return PATTERNS[sum % PATTERNS.length] ?? 'productivity';
}
