import { sql } from 'kysely';
import { LIBRARY_CHANNEL } from '#server/core/database/change-notifications.ts';
import type { Db } from '#server/core/database/pool.ts';
import { OTHER_PEOPLE, PRESET_USERS, subjectOf } from '../people.ts';
import { demoMemberId, insertActivity } from './activity.ts';
import { readThreads } from './threads.ts';

/** One process at a time; any number may have started on this database. */
const DEMO_LOCK = 7_163_002;

const PEOPLE = [...PRESET_USERS, ...OTHER_PEOPLE];
const PEOPLE_IDS = PEOPLE.map(({ email }) => demoMemberId(email));

/**
 * Gives the library members who keep, vote, copy and discuss, once a database. Anyone who signs in at the sandbox with
 * one of their addresses is that member: the accounts are here before them, under the sandbox's issuer and the
 * subject of the address, with their tiers. So tiers come from here alone, and no tier can be typed anywhere.
 * Everything is one transaction, its counters recounted from its rows.
 * @param issuer of the sandbox; members move to it when it has changed its port
 * @returns a sentence for the person who started the app
 */
export async function loadDemo(db: Db, issuer: string): Promise<string> {
  if (await hasRealMembers(db)) return 'Demo members: none, this database has members of its own';
  if (await hasMembers(db)) {
    await moveMembers(db, issuer);
    return `Demo members: ${PEOPLE.length}, from an earlier start`;
  }
  return await db.transaction().execute(async (transaction) => {
    // The pool's own patience is for requests.
    await sql`set local statement_timeout = 0`.execute(transaction);
    await sql`set local lock_timeout = 0`.execute(transaction);
    const { rows } = await sql`select where pg_try_advisory_xact_lock(${DEMO_LOCK})`.execute(transaction);
    if (rows.length === 0 || (await hasMembers(transaction))) return 'Demo members: loaded by another start';
    await insertMembers(transaction, issuer);
    const { favorites, votes, comments } = await insertActivity(transaction, PEOPLE_IDS, await readThreads());
    // Anyone who writes in the meantime waits, so that the recount sees all of it.
    await sql`select from prompt_stats order by prompt_id for update`.execute(transaction);
    await recount(transaction);
    await sql`select pg_notify(${LIBRARY_CHANNEL}, '')`.execute(transaction);
    return `Demo members: ${PEOPLE.length}, with ${favorites} favorites, ${votes} votes and ${comments} comments`;
  });
}

async function hasMembers(db: Db): Promise<boolean> {
  const { rows } = await sql`select from users where id = any(${PEOPLE_IDS}) limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether any user signed in at a real provider: then this is a production database, whatever its address. */
async function hasRealMembers(db: Db): Promise<boolean> {
  const { rows } = await sql`select from users where issuer not like 'http://127.0.0.1:%' limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Issuers hold their port. One who already has another account at this issuer keeps that one. */
async function moveMembers(db: Db, issuer: string): Promise<void> {
  await sql`update users u set issuer = ${issuer} where id = any(${PEOPLE_IDS}) and issuer <> ${issuer}
    and not exists (select from users o where o.issuer = ${issuer} and o.subject = u.subject)`.execute(db);
}

async function insertMembers(db: Db, issuer: string): Promise<void> {
  const rows = PEOPLE.map(({ email, firstName, lastName, tier }, index) => ({
    id: demoMemberId(email),
    subject: subjectOf(email),
    email,
    first_name: firstName,
    last_name: lastName,
    tier,
    days_ago: 60 + index * 11,
  }));
  await sql`
    insert into users (id, issuer, subject, email, first_name, last_name, tier, created_at)
    select r.id, ${issuer}, r.subject, r.email, r.first_name, r.last_name, r.tier,
      now() - r.days_ago * interval '1 day'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (id text, subject text, email text, first_name text, last_name text, tier text, days_ago float8)
    on conflict do nothing`.execute(db);
}

/** Every counter is a count of its rows, of demo members and real ones. */
async function recount(db: Db): Promise<void> {
  await sql`update comments c set upvotes = v.upvotes
    from (select comment_id, count(*)::integer as upvotes from comment_votes group by comment_id) v
    where v.comment_id = c.id and c.upvotes <> v.upvotes`.execute(db);
  const count = (table: string, condition = sql`true`) =>
    sql`(select count(*) from ${sql.table(table)} t where t.prompt_id = s.prompt_id and ${condition})::integer`;
  await sql`
    update prompt_stats s set
      copy_count = n.copies, favorite_count = n.favorites, upvotes = n.up, downvotes = n.down,
      comment_count = n.comments, rating = prompt_rating(n.up, n.down)
    from (select s.prompt_id, ${count('copies')} as copies, ${count('favorites')} as favorites,
        ${count('votes', sql`t.kind = 'up'`)} as up, ${count('votes', sql`t.kind = 'down'`)} as down,
        ${count('comments', sql`t.deleted_at is null`)} as comments
      from prompt_stats s) n
    where n.prompt_id = s.prompt_id
      and (n.copies, n.favorites, n.up, n.down, n.comments)
        <> (s.copy_count, s.favorite_count, s.upvotes, s.downvotes, s.comment_count)`.execute(db);
}
