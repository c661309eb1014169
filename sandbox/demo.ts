import { sql } from 'kysely';
import { CATALOG_CHANNEL } from '#server/core/database/changes.ts';
import type { Db } from '#server/core/database/pool.ts';
import { type DemoActivity, type DemoPrompt, demoMemberId, makeActivity } from './demo-activity.ts';
import { readThreads } from './demo-threads.ts';
import { OTHER_PEOPLE, READY_PEOPLE, subjectOf } from './people.ts';

/** One process at a time; any number may have started on this database. */
const DEMO_LOCK = 7_163_002;

const PEOPLE = [...READY_PEOPLE, ...OTHER_PEOPLE];
const PEOPLE_IDS = PEOPLE.map(({ email }) => demoMemberId(email));

/**
 * Gives the library members who keep, vote, copy and discuss, once a database. Whoever signs in at the sandbox with
 * one of their addresses is that member: the accounts are here before them, under the sandbox's issuer and the
 * subject of the address, with their tiers. So tiers come from here alone, and no tier can be typed anywhere.
 * Everything is one transaction, its counters recounted from its rows.
 * @param issuer of the sandbox; members move to it when it has changed its port
 * @returns a sentence for whoever started the app
 */
export async function loadDemo(db: Db, issuer: string): Promise<string> {
  // Made beforehand: from the first lock on, others wait.
  if (await hasRealMembers(db)) return 'Demo members: none, this database has members of its own';
  const activity = (await hasMembers(db))
    ? undefined
    : makeActivity(await findPrompts(db), await readThreads());
  return await db.transaction().execute(async (transaction) => {
    // The pool's own patience is for requests.
    await sql`set local lock_timeout = 0`.execute(transaction);
    await sql`select pg_advisory_xact_lock(${DEMO_LOCK})`.execute(transaction);
    if (activity === undefined || (await hasMembers(transaction))) {
      await moveMembers(transaction, issuer);
      return `Demo members: ${PEOPLE.length}, from an earlier start`;
    }
    await insertMembers(transaction, issuer);
    await insertActivity(transaction, activity);
    // Whoever writes meanwhile waits, so that the recount sees all of it.
    await sql`select from prompt_stats order by prompt_id for update`.execute(transaction);
    await recount(transaction);
    await sql`select pg_notify(${CATALOG_CHANNEL}, '')`.execute(transaction);
    const { favorites, votes, comments } = activity;
    return `Demo members: ${PEOPLE.length}, with ${favorites.length} favorites, ${votes.length} votes and ${comments.length} comments`;
  });
}

async function hasMembers(db: Db): Promise<boolean> {
  const { rows } = await sql`select from users where id = any(${PEOPLE_IDS}) limit 1`.execute(db);
  return rows.length > 0;
}

/** Anybody who signed in anywhere but at a sandbox: a database somebody lives from, whatever its address. */
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
    select r.id, ${issuer}, r.subject, r.email, r.first_name, r.last_name, r.tier, ${ago}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (id text, subject text, email text, first_name text, last_name text, tier text, days_ago float8)
    on conflict do nothing`.execute(db);
}

/**
 * All of content/: members are at home in the library's own shelves, and a database may hold a hundred thousand
 * prompts besides. In an order that does not depend on the database, although nothing depends on the order.
 */
async function findPrompts(db: Db): Promise<DemoPrompt[]> {
  const { rows } = await sql<DemoPrompt>`
    select p.id, p.source_key as slug, s.tier_rank,
      extract(epoch from now() - p.created_at)::float8 / 86400 as age
    from prompts p join prompt_stats s on s.prompt_id = p.id
    where s.is_listed and p.source = 'content' order by p.id`.execute(db);
  return rows;
}

const ago = sql`now() - r.days_ago * interval '1 day'`;

/** Rows of members who could not be made (their address was taken) are left out. */
async function insertActivity(db: Db, activity: DemoActivity): Promise<void> {
  const rows = (of: readonly object[]) => sql`jsonb_to_recordset(${JSON.stringify(of)}::jsonb)`;
  const deed = sql`user_id text, prompt_id text, days_ago float8`;
  const isMember = sql`exists (select from users u where u.id = r.user_id)`;
  await sql`insert into favorites (user_id, prompt_id, created_at)
    select r.user_id, r.prompt_id, ${ago} from ${rows(activity.favorites)} as r (${deed}) where ${isMember}`.execute(
    db,
  );
  await sql`insert into votes (user_id, prompt_id, kind, created_at)
    select r.user_id, r.prompt_id, r.kind, ${ago} from ${rows(activity.votes)} as r (${deed}, kind text)
    where ${isMember}`.execute(db);
  await sql`insert into copies (user_id, prompt_id, day)
    select r.user_id, r.prompt_id, (now() at time zone 'utc')::date - r.days_ago::integer
    from ${rows(activity.copies)} as r (${deed}) where ${isMember}`.execute(db);
  await sql`insert into recents (user_id, prompt_id, used_at)
    select r.user_id, r.prompt_id, ${ago} from ${rows(activity.recents)} as r (${deed}) where ${isMember}`.execute(
    db,
  );
  for (const isReply of [false, true]) {
    const comments = activity.comments.filter((comment) => (comment.parent_id !== null) === isReply);
    await sql`insert into comments (id, prompt_id, user_id, parent_id, content, created_at)
      select r.id, r.prompt_id, r.user_id, r.parent_id, r.content, ${ago}
      from ${rows(comments)} as r (id text, ${deed}, parent_id text, content text)
      where ${isMember} and (r.parent_id is null or exists (select from comments c where c.id = r.parent_id))`.execute(
      db,
    );
  }
  await sql`insert into comment_votes (comment_id, user_id)
    select r.comment_id, r.user_id from ${rows(activity.commentVotes)} as r (comment_id text, user_id text)
    where ${isMember} and exists (select from comments c where c.id = r.comment_id)`.execute(db);
}

/** Every counter is a count of its rows, whoever wrote them. */
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
