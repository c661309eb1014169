// What the demo's members did. Chance is made of hashes: everything is the same in every database, only the times are
// those of the loading.
import { type RawBuilder, sql } from 'kysely';
import { TIERS } from '#contract/tiers.ts';
import type { Db } from '#server/core/database/pool.ts';
import { makeId } from '#server/core/ids.ts';
import type { DemoThreads } from './threads.ts';

/** Everything members did lies within this many days. */
const DAYS = 28;
const MAX_RECENTS = 40;

/** The id of a demo member: the same in every database. */
export const demoMemberId = (email: string): string => makeId(`demo member:${email}`);

/** 0 up to 1, always the same for the same parts. */
function chance(kind: string, ...columns: string[]): RawBuilder<number> {
  const parts = sql.join([sql.lit(kind), ...columns.map((column) => sql.ref(column))]);
  return sql`(('x' || left(md5(concat_ws(' ', ${parts})), 8))::bit(32)::bigint / 4294967296::float8)`;
}

/** By one member with one prompt. */
const deed = (kind: string) => chance(kind, 'user_id', 'prompt_id');

/**
 * What was done to a young prompt was done in its days, in the same order: nobody can be there before it.
 * @param days of a prompt that was there long enough
 */
const ago = (days: RawBuilder<unknown>) =>
  sql`now() - (${days})::float8 * least(1, age / ${DAYS}) * interval '1 day'`;

/** Of the members and prompts there are. @returns how much of each */
export async function insertActivity(db: Db, memberIds: readonly string[], threads: DemoThreads) {
  await pairMembersAndPrompts(db, memberIds);
  // What one cannot read yet may still be wanted.
  const favorites = await sql`insert into favorites (user_id, prompt_id, created_at)
    select user_id, prompt_id, ${ago(sql`26 * ${deed('favorite when')}`)} from demo_pairs
    where ${deed('favorite')} < appeal * case when is_readable then 0.45 else 0.12 end`.execute(db);
  const votes = await sql`insert into votes (user_id, prompt_id, kind, created_at)
    select user_id, prompt_id,
      case when ${deed('vote kind')} < 0.55 + 0.44 * ${chance('quality', 'prompt_id')} then 'up' else 'down' end,
      ${ago(sql`26 * ${deed('vote when')}`)} from demo_pairs
    where is_readable and ${deed('vote')} < 0.08 + appeal * 0.6`.execute(db);
  await insertCopies(db);
  const comments = await insertComments(db, threads);
  return { favorites: favorites.numAffectedRows, votes: votes.numAffectedRows, comments };
}

/**
 * All of content/: members are at home in the library's own shelves, and a database may hold a hundred thousand prompts
 * besides. A few prompts are popular, most are used now and then; one member copied each at least, the finder.
 */
async function pairMembersAndPrompts(db: Db, memberIds: readonly string[]): Promise<void> {
  await sql`create temporary table demo_pairs on commit drop as
    select *, is_readable and row_number() over (partition by prompt_id
      order by is_readable desc, ${deed('finder')}) = 1 as is_finder
    from (select u.id as user_id, p.id as prompt_id, p.source_key as slug, ${chance('appeal', 'p.id')} ^ 1.6 as appeal,
        extract(epoch from now() - p.created_at)::float8 / 86400 as age,
        s.tier_rank < array_position(${TIERS}::text[], u.tier) as is_readable
      from users u cross join prompts p join prompt_stats s on s.prompt_id = p.id
      where u.id = any(${memberIds}) and s.is_listed and p.source = 'content' and p.created_at < now()) pairs`.execute(
    db,
  );
}

/** The day's share of a pair's hash, two bytes each: a hash for each of the 28 days would take seconds. */
const onDay = sql`(get_byte(days, day * 2) * 256 + get_byte(days, day * 2 + 1)) / 65536::float8`;

/** Copies count by the day; the last of each pair is the member's most recent use. */
async function insertCopies(db: Db): Promise<void> {
  await sql`create temporary table demo_copies on commit drop as
    select distinct user_id, prompt_id, age, floor(day * least(1, age / ${DAYS}))::integer as days_ago
    from (select *, sha512(convert_to(concat_ws(' ', 'copy', user_id, prompt_id), 'utf8')) as days
        from demo_pairs where is_readable offset 0) pairs, generate_series(0, ${DAYS - 1}::integer) as day
    where (${onDay} < 0.006 + appeal ^ 2 * 0.12
      or is_finder and day = floor(${deed('find when')} * ${DAYS}))`.execute(db);
  await sql`insert into copies (user_id, prompt_id, day, version)
    select d.user_id, d.prompt_id, (now() at time zone 'utc')::date - d.days_ago, p.version
    from demo_copies d join prompts p on p.id = d.prompt_id`.execute(db);
  // The last copy of a day may be anywhere in it, but not in the future and not before the prompt.
  await sql`insert into recents (user_id, prompt_id, used_at)
    select user_id, prompt_id, now() - days_ago * interval '1 day' from (
      select user_id, prompt_id, days_ago, row_number() over (partition by user_id order by days_ago) as nth
      from (select user_id, prompt_id, least(age, min(days_ago) + ${deed('recent when')} * 0.2) as days_ago
        from demo_copies group by user_id, prompt_id, age) last_copies) recent
    where nth <= ${MAX_RECENTS}`.execute(db);
}

/** Of those who may read the prompt; a reply needs its thread. */
async function insertComments(db: Db, threads: DemoThreads): Promise<number> {
  const rows = Object.entries(threads).flatMap(([slug, of]) =>
    of.flatMap(({ replies, ...thread }, index) => {
      const id = makeId(`demo comment:${slug} ${index}`);
      const replyRows = replies.map((reply, at) => ({
        ...reply,
        id: makeId(`demo comment:${slug} ${index} ${at}`),
        parent_id: id,
      }));
      return [{ ...thread, id, parent_id: null }, ...replyRows].map(({ by, daysAgo, ...comment }) => ({
        ...comment,
        slug,
        user_id: demoMemberId(`${by}@example.com`),
        days_ago: daysAgo,
      }));
    }),
  );
  await sql`create temporary table demo_comments on commit drop as
    select r.*, p.prompt_id, p.age from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (id text, slug text, user_id text, parent_id text, text text, days_ago float8, upvotes integer)
    join demo_pairs p on p.slug = r.slug and p.user_id = r.user_id and p.is_readable`.execute(db);
  const comments = await sql`insert into comments (id, prompt_id, user_id, parent_id, content, created_at)
    select id, prompt_id, user_id, parent_id, text, ${ago(sql`days_ago`)} from demo_comments
    where parent_id is null or parent_id in (select id from demo_comments)`.execute(db);
  await sql`insert into comment_votes (comment_id, user_id)
    select comment_id, user_id from (
      select c.id as comment_id, p.user_id, d.upvotes,
        row_number() over (partition by c.id order by ${chance('voter', 'p.user_id', 'c.id')}) as nth
      from comments c join demo_comments d on d.id = c.id
      join demo_pairs p on p.prompt_id = c.prompt_id and p.user_id <> c.user_id and p.is_readable) voters
    where nth <= upvotes`.execute(db);
  return Number(comments.numAffectedRows);
}
