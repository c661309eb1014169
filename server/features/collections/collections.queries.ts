import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import {
  COLLECTION_ACCESS,
  COLLECTION_LIMITS,
  type Collection,
  type CollectionAccess,
  type CollectionColor,
  type ListedCollection,
  type Visibility,
} from '#contract/collections.ts';
import { SLUG_CHARACTERS } from '#contract/slugs.ts';
import { LIBRARY_CHANNEL } from '#server/core/database/change-notifications.ts';
import type { Db } from '#server/core/database/pool.ts';
import { displayName, NAME_COLUMNS } from '#server/core/display-name.ts';
import { HttpProblem, notFound } from '#server/core/http/errors/problems.ts';
import { makeId } from '#server/core/ids.ts';
import { collectionTag } from '#server/core/response-cache/cache-tags.ts';
import { titleSlug } from '#server/core/title-slug.ts';
import { isSeenBy } from './collections.prompts.queries.ts';

export interface CollectionDetails {
  name: string;
  description: string;
  color: CollectionColor;
}

interface CollectionRow extends Omit<Collection, 'updatedAt' | 'team' | 'by'> {
  updatedAt: Date;
  teamId: string | null;
  teamName: string;
  ownerName: string | null;
  ownerEmail: string;
}

/** Others of a team see nothing of how its member shares it elsewhere, unless everybody does. */
function toCollection<Row extends CollectionRow>({
  updatedAt,
  teamId,
  teamName,
  ownerName,
  ownerEmail,
  ...row
}: Row) {
  const isOwn = row.access === 'own';
  return {
    ...row,
    ...(isOwn || row.visibility === 'public' ? {} : { visibility: 'private' as const, share: null }),
    team: teamId === null ? null : { id: teamId, name: teamName },
    by: isOwn ? null : displayName({ ownerName, ownerEmail }),
    updatedAt: updatedAt.toISOString(),
  };
}

/** What its address for others ends with; null while it is private. */
const SHARE = sql`case c.visibility when 'public' then c.slug when 'link' then c.link_key end`;

/** Of prompts that are in the library. */
export const PROMPT_COUNT = sql`(select count(*)::integer from collection_prompts i
  join prompt_stats s on s.prompt_id = i.prompt_id where i.collection_id = c.id and s.is_listed)`;

/** What a member has to do with a collection: their own, or one that somebody shares with their team. */
const selectFor = (memberId: string, more = sql``) => sql`
  select c.id, c.name, c.description, c.color, c.visibility, c.shows_name as "showsName",
    c.hidden_at is not null as "isHidden", ${SHARE} as share, ${PROMPT_COUNT} as "promptCount",
    case when c.user_id = ${memberId} then 'own'
      when a.role in ('owner', 'editor') and a.is_active then 'edit' else 'read' end as access,
    c.team_id as "teamId", t.name as "teamName", ${NAME_COLUMNS}, c.updated_at as "updatedAt" ${more}
  from collections c join users u on u.id = c.user_id
  left join teams t on t.id = c.team_id
  left join team_access a on a.team_id = c.team_id and a.user_id = ${memberId}
  where ${isSeenBy(memberId)}`;

/** A member's and their teams', the one changed last first. @param promptId tells which of them hold this prompt */
export async function findCollections(
  db: Db,
  memberId: string,
  promptId: string | null = null,
): Promise<ListedCollection[]> {
  const more = sql`, exists (select from collection_prompts h
    where h.collection_id = c.id and h.prompt_id = ${promptId}) as "holdsPrompt",
    array(select p.title from collection_prompts i join prompt_stats s on s.prompt_id = i.prompt_id
      join prompts p on p.id = i.prompt_id where i.collection_id = c.id and s.is_listed
      order by i.position, i.prompt_id limit ${sql.lit(COLLECTION_LIMITS.firstTitles)}) as "firstTitles"`;
  const { rows } = await sql<CollectionRow & Pick<ListedCollection, 'holdsPrompt' | 'firstTitles'>>`
    ${selectFor(memberId, more)} and c.id in (
      select id from collections where user_id = ${memberId} union all
      select s.id from collections s join team_members m on m.team_id = s.team_id where m.user_id = ${memberId})
    order by c.updated_at desc, c.id`.execute(db);
  return rows.map(toCollection);
}

/**
 * @param wanted what is to be done with it
 * @throws HttpProblem 404 for one that is nothing to the member, 403 for one they may not do this with
 */
export async function requireCollection(
  db: Db,
  { memberId, id }: { memberId: string; id: string },
  wanted: CollectionAccess,
): Promise<Collection> {
  const { rows } = await sql<CollectionRow>`${selectFor(memberId)} and c.id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw notFound('Collection');
  const rank = (access: CollectionAccess) => COLLECTION_ACCESS.indexOf(access);
  if (rank(row.access) > rank(wanted)) throw new HttpProblem(403, REFUSALS[wanted]);
  return toCollection(row);
}

const REFUSALS: Record<CollectionAccess, string> = {
  own: 'Only the member who made this collection can do that.',
  edit: 'You can read this collection, but not change it.',
  read: 'You can’t read this collection.',
};

/** Makes others wait who change the same collection. */
export async function lockCollection(transaction: Db, id: string): Promise<void> {
  await sql`select from collections where id = ${id} for no key update`.execute(transaction);
}

/**
 * An empty, private one. Run it in a transaction: members who make two at once do so in turn.
 * @throws HttpProblem 409 above the number a member may have
 */
export async function insertCollection(
  transaction: Db,
  memberId: string,
  cover: CollectionDetails,
): Promise<string> {
  await sql`select from users where id = ${memberId} for no key update`.execute(transaction);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from collections where user_id = ${memberId}`.execute(transaction);
  if ((rows[0]?.count ?? 0) >= COLLECTION_LIMITS.collections) {
    throw new HttpProblem(
      409,
      `You have ${COLLECTION_LIMITS.collections} collections. Delete one to make another.`,
    );
  }
  const id = makeId(randomUUID());
  const { name, description, color } = cover;
  await sql`insert into collections (id, user_id, name, description, color)
    values (${id}, ${memberId}, ${name}, ${description}, ${color})`.execute(transaction);
  return id;
}

export async function updateCover(
  db: Db,
  id: string,
  { name, description, color }: CollectionDetails,
): Promise<void> {
  await sql`update collections set name = ${name}, description = ${description}, color = ${color},
    updated_at = now() where id = ${id}`.execute(db);
}

/** When anything in it changes, it comes first among a member's own. */
export async function touchCollection(db: Db, id: string): Promise<void> {
  await sql`update collections set updated_at = now() where id = ${id}`.execute(db);
}

export async function removeCollection(transaction: Db, memberId: string, id: string): Promise<void> {
  const { rows } = await sql<{ share: string | null }>`
    delete from collections c where c.id = ${id} and c.user_id = ${memberId} returning ${SHARE} as share`.execute(
    transaction,
  );
  await invalidateSharedCollection(transaction, rows[0]?.share ?? null);
}

/** Characters of the id that tell collections of one name apart in their addresses. */
const SLUG_ID_CHARACTERS = 6;

/**
 * A public address is made once, of the name it has then, and stays: links to it keep working. Making a collection
 * private ends its link for good.
 */
export async function updateSharing(
  transaction: Db,
  { id, name, share, visibility: before }: Collection,
  { visibility, showsName }: { visibility: Visibility; showsName: boolean },
): Promise<void> {
  const words = titleSlug(name, SLUG_CHARACTERS - SLUG_ID_CHARACTERS - 1) || 'collection';
  const slug = `${words}-${id.slice(0, SLUG_ID_CHARACTERS)}`;
  await sql`update collections set visibility = ${visibility}, shows_name = ${showsName}, updated_at = now(),
    slug = case when ${visibility} = 'public' then coalesce(slug, ${slug}) else slug end,
    link_key = case ${visibility} when 'link' then coalesce(link_key, ${newLinkKey()})
      when 'public' then link_key end
    where id = ${id}`.execute(transaction);
  // Also for a name that is no longer shown.
  if (before !== 'private') await invalidateSharedCollection(transaction, share);
}

/** The link before leads nowhere from now on. */
export async function renewLink(transaction: Db, { id, share }: Collection): Promise<void> {
  await sql`update collections set link_key = ${newLinkKey()} where id = ${id}`.execute(transaction);
  await invalidateSharedCollection(transaction, share);
}

/** 120 random bits. */
const newLinkKey = () => `${makeId(randomUUID())}${makeId(randomUUID())}`;

/** Drops what the response cache of any node shows of it, when the transaction commits. */
export async function invalidateSharedCollection(transaction: Db, share: string | null): Promise<void> {
  if (share === null) return;
  await sql`select pg_notify(${LIBRARY_CHANNEL}, ${collectionTag(share)})`.execute(transaction);
}

/** For a member whose collections nobody may see from now on. */
export async function invalidateSharedCollectionsOf(transaction: Db, memberId: string): Promise<void> {
  const { rows } = await sql<{ share: string }>`
    select ${SHARE} as share from collections c
    where c.user_id = ${memberId} and c.visibility <> 'private'`.execute(transaction);
  for (const { share } of rows) await invalidateSharedCollection(transaction, share);
}

/** Of a collection that others may see at this address; for the `where` of a query with `collections c`, `users u`. */
export const isSharedAt = (share: string): RawBuilder<boolean> => sql`(c.hidden_at is null
  and u.suspended_at is null and ((c.visibility = 'public' and c.slug = ${share})
    or (c.visibility = 'link' and c.link_key = ${share})))`;
