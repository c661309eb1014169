import type { User } from '#contract/account.ts';

type Named = Pick<User, 'firstName' | 'lastName' | 'email'>;

/** First and last name as far as they are known, else the e-mail. */
export function fullName({ firstName, lastName, email }: Named): string {
  return [firstName, lastName].filter(Boolean).join(' ').trim() || email;
}

/** First letter of the first name or the e-mail, otherwise U. */
export function avatarLetter({ firstName, email }: Pick<Named, 'firstName' | 'email'>): string {
  const letter = Array.from(firstName?.trim() || email.trim())[0];
  return letter?.toLocaleUpperCase('en-US') ?? 'U';
}
