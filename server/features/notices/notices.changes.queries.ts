import type pg from 'pg';
import { TIERS } from '#contract/tiers.ts';

/** Twelve characters of `a-z2-7`, as all ids; of the member, or one would be made for all rows. */
const NEW_ID = `(select string_agg(substr('abcdefghijklmnopqrstuvwxyz234567', (get_byte(random, i) & 31) + 1, 1), '')
  from sha256(convert_to(told.user_id || gen_random_uuid(), 'UTF8')) random, generate_series(0, 11) i)`;

const TODAY = `date_trunc('day', now(), 'UTC')`;
const OF_TODAY = `kind in ('prompt_changed', 'prompts_changed') and created_at >= ${TODAY}`;

/**
 * Tells members of the prompts that got a new version in this transaction, if the last version they copied is older and
 * they may read the new one: one notice a member, however many prompts. It takes the place of those they have not read
 * of the same day, and tells of what those told that still holds: of everything since the last one they did read.
 */
export async function notifyOfChanges(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  // Apart from the rest, which sees then what was marked as read while this one waited.
  await client.query(`select from notices where read_at is null and ${OF_TODAY} order by id for update`);
  await client.query(
    `with changed as materialized (
       select p.id, p.title, v.number as version, v.created_at, s.tier_rank, same.numbers as same from prompt_versions v
       join prompts p on p.id = v.prompt_id
       join prompt_stats s on s.prompt_id = p.id and s.is_listed
       -- A number may rise for what is not part of the text, and a text may be what it was once.
       cross join lateral (
         select max(b.number) as last, coalesce(array_agg(b.number) filter (
             where (b.title, b.content, b.variables) = (v.title, v.content, v.variables)), '{}') as numbers
         from prompt_versions b where b.prompt_id = v.prompt_id and b.number < v.number) same
       where v.created_at >= ${TODAY} and v.number > 1 and same.last <> all(same.numbers)),
     last_read as (
       select user_id, max(created_at) as told_at from notices where read_at is not null and ${OF_TODAY} group by user_id),
     last_copies as (
       select distinct on (o.user_id, o.prompt_id) o.user_id, o.prompt_id, o.version as copied, o.day, c.title, c.version,
         c.created_at, c.tier_rank, c.same
       from changed c join copies o on o.prompt_id = c.id
       order by o.user_id, o.prompt_id, o.day desc, c.version desc),
     told as (
       select l.user_id, count(*) as count, array_agg(l.title order by l.title, l.prompt_id) as titles,
         min(l.day) as day,
         min('/prompt/' || l.prompt_id || '/history?from=' || l.copied || '&to=' || l.version) as path
       from last_copies l join member_plans m on m.user_id = l.user_id left join last_read r on r.user_id = l.user_id
       where l.created_at > coalesce(r.told_at, '-infinity') and l.copied < l.version and l.copied <> all(l.same) and (l.tier_rank < array_position($1::text[], m.tier) or exists (
         select from prompt_grants g where g.user_id = l.user_id and g.prompt_id = l.prompt_id))
       group by l.user_id having bool_or(l.created_at = now())),
     replaced as (
       delete from notices where read_at is null and ${OF_TODAY} and user_id in (select user_id from told))
     insert into notices (id, user_id, kind, subject, path, copied_on)
     select ${NEW_ID}, user_id,
       case count when 1 then 'prompt_changed' else 'prompts_changed' end,
       case count when 1 then titles[1]
         when 2 then format('“%s” and “%s”', titles[1], titles[2])
         else format('“%s”, “%s” and %s more', titles[1], titles[2], count - 2) end,
       case count when 1 then path else '/account/notices?day=' || to_char(now() at time zone 'UTC', 'YYYY-MM-DD') || '#changed' end,
       case count when 1 then day end
     from told`,
    [TIERS],
  );
}
