import { type RawBuilder, sql } from 'kysely';

/** The input of `displayName`; for a `select` with `users u`. */
export const NAME_COLUMNS: RawBuilder<unknown> = sql`coalesce(u.own_name,
  nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '')) as "ownerName", u.email as "ownerEmail"`;

/** A member as other members see them: never with their address. */
export function displayName({
  ownerName,
  ownerEmail,
}: {
  ownerName: string | null;
  ownerEmail: string;
}): string {
  return maskEmailsIn(ownerName) ?? maskEmail(ownerEmail);
}

/** `ada@example.com` → `a•••@•••`: a personal domain says who somebody is. */
export function maskEmail(email: string): string {
  const [first = ''] = email;
  return `${first}•••@•••`;
}

/** Accounts without a name carry their address as one. */
export function maskEmailsIn(name: string | null): string | null {
  return name?.replace(/\S+@\S+/g, maskEmail) ?? null;
}
