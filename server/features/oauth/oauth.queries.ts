import { sql } from 'kysely';
import { SERVER_LIMITS } from '#contract/limits.ts';
import type { Grant } from '#contract/oauth.ts';
import type { Db } from '#server/core/database/pool.ts';

export interface Client {
  id: string;
  name: string;
  redirectUris: string[];
}

/** Clients nobody has used go after this long; those somebody has used, when no grant is left and this long after. Days. */
const UNUSED_DAYS = 2;
const LEFT_DAYS = 90;

/** A used code is kept, so that using it again is noticed. */
const SPENT_CODE_HOURS = 24;

const CLIENT = sql`id, name, redirect_uris as "redirectUris"`;

export async function findClient(db: Db, id: string): Promise<Client | undefined> {
  const { rows } = await sql<Client>`select ${CLIENT} from oauth_clients where id = ${id}`.execute(db);
  return rows[0];
}

/** One whose description was read, and is still to be believed. */
export async function findFreshClient(db: Db, id: string): Promise<Client | undefined> {
  const { rows } = await sql<Client>`
    select ${CLIENT} from oauth_clients where id = ${id} and fresh_until > now()`.execute(db);
  return rows[0];
}

/** Stores one that registers itself; where too many did for nothing, the oldest of them go. */
export async function addClient(db: Db, { id, name, redirectUris }: Client): Promise<void> {
  await sql`
    with evicted as (delete from oauth_clients where id in (
      select c.id from oauth_clients c where c.used_at = c.created_at and c.fresh_until is null
      order by c.created_at desc, c.id offset ${SERVER_LIMITS.unusedClients - 1}))
    insert into oauth_clients (id, name, redirect_uris) values (${id}, ${name}, ${redirectUris})`.execute(db);
}

/** Stores what a description says now. */
export async function setDescribedClient(
  db: Db,
  { id, name, redirectUris, freshSeconds }: Client & { freshSeconds: number },
): Promise<void> {
  const freshUntil = sql`now() + make_interval(secs => ${freshSeconds})`;
  await sql`
    insert into oauth_clients (id, name, redirect_uris, fresh_until)
    values (${id}, ${name}, ${redirectUris}, ${freshUntil})
    on conflict (id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris,
      fresh_until = excluded.fresh_until`.execute(db);
}

interface GrantRow extends Omit<Grant, 'createdAt' | 'expiresAt'> {
  createdAt: Date;
  expiresAt: Date;
}

export async function findGrants(db: Db, memberId: string): Promise<Grant[]> {
  const { rows } = await sql<GrantRow>`
    select id, client_name as "clientName", redirect_host as "redirectHost", scopes, created_at as "createdAt",
      expires_at as "expiresAt", to_char(used_on, 'YYYY-MM-DD') as "usedOn"
    from oauth_grants where user_id = ${memberId} and expires_at > now() order by created_at desc, id`.execute(
    db,
  );
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }));
}

/** @returns how many: 0 for one that is gone, or another member's */
export async function removeGrant(db: Db, memberId: string, id: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from oauth_grants where user_id = ${memberId} and id = ${id}`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Deletes what has expired: codes, access tokens, grants, and then the clients nobody uses. */
export async function sweepOAuth(db: Db): Promise<void> {
  await sql`delete from oauth_codes
    where expires_at < now() - make_interval(hours => ${sql.lit(SPENT_CODE_HOURS)})`.execute(db);
  await sql`delete from tokens where grant_id is not null and expires_at < now()`.execute(db);
  await sql`delete from oauth_grants where expires_at < now()`.execute(db);
  await sql`
    delete from oauth_clients c
    where c.used_at < now() - make_interval(days => case when c.used_at = c.created_at
        then ${sql.lit(UNUSED_DAYS)} else ${sql.lit(LEFT_DAYS)} end)
      and not exists (select from oauth_grants g where g.client_id = c.id)
      and not exists (select from oauth_codes o where o.client_id = c.id)`.execute(db);
}
