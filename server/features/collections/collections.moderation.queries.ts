import { sql } from 'kysely';
import type { CollectionCase, Decision, ReportedAuthor } from '#contract/admin-moderation.ts';
import { recordAct, type StaffTransaction } from '#server/core/audit/staff-transaction.ts';
import type { Db } from '#server/core/database/pool.ts';
import { notFound } from '#server/core/http/errors/problems.ts';
import { invalidateSharedCollection } from './collections.queries.ts';

const isoColumn = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** How many a moderator is shown at once; deciding about them brings the next ones. */
const MAX_CASES = 50;

interface FoundCase extends Omit<CollectionCase, 'owner'> {
  owner: Omit<ReportedAuthor, 'reported' | 'removed'>;
}

const nameOf = (user: string) => {
  const column = (name: string) => sql.ref(`${user}.${name}`);
  return sql`coalesce(${column('own_name')},
    nullif(concat_ws(' ', ${column('first_name')}, ${column('last_name')}), ''), ${column('email')})`;
};

/** Reported collections, the longest waiting first; decided ones newest first. */
export async function findReportedCollections(db: Db, isOpen: boolean): Promise<FoundCase[]> {
  const { rows } = await sql<FoundCase>`
    select c.id as "collectionId", c.name, c.description,
      case when c.hidden_at is null then 'shown' else 'hidden' end as state,
      json_build_object('id', u.id, 'name', ${nameOf('u')}, 'memberSince', ${isoColumn('u.created_at')},
        'isSuspended', u.suspended_at is not null) as owner,
      (select coalesce(json_agg(i.note order by i.position), '[]') from collection_prompts i
        where i.collection_id = c.id and i.note is not null) as notes,
      json_agg(json_build_object('by', json_build_object('id', b.id, 'name', ${nameOf('b')}), 'reason', r.reason,
        'details', r.details, 'at', ${isoColumn('r.created_at')}) order by r.created_at) as reports,
      -- One that was decided and is reported again waits for a decision.
      case when ${isOpen} then null else max(r.resolution) end as resolution,
      case when ${isOpen} then null else max(${isoColumn('r.resolved_at')}) end as "resolvedAt"
    from collection_reports r join collections c on c.id = r.collection_id
    join users u on u.id = c.user_id join users b on b.id = r.user_id
    group by c.id, u.id having bool_or(r.resolved_at is null) = ${isOpen}
    order by min(r.created_at) ${isOpen ? sql`asc` : sql`desc`}, c.id limit ${MAX_CASES}`.execute(db);
  return rows;
}

export interface DecidedCollection {
  name: string;
  ownerId: string;
  /** What its address for others ends with; null while it is private. */
  share: string | null;
  before: 'shown' | 'hidden';
  after: 'shown' | 'hidden' | 'deleted';
  /** Members whose open reports waited for this decision. */
  reporterIds: string[];
}

const STATES = { keep: 'shown', hide: 'hidden', delete: 'deleted' } as const;

/**
 * Hides a reported collection from everybody but its member, shows it again or deletes it, and resolves its reports.
 * @throws HttpProblem 404 for one that nobody reported
 */
export async function decideCollection(
  transaction: StaffTransaction,
  id: string,
  { decision, reason }: { decision: Decision; reason: string },
): Promise<DecidedCollection> {
  const { rows } = await sql<
    Omit<DecidedCollection, 'share' | 'after'> & { slug: string | null; key: string | null }
  >`select c.name, c.user_id as "ownerId", case when c.hidden_at is null then 'shown' else 'hidden' end as before,
      c.slug, c.link_key as key,
      (select coalesce(array_agg(user_id), '{}') from collection_reports
        where collection_id = c.id and resolved_at is null) as "reporterIds"
    from collections c
    where c.id = ${id} and exists (select from collection_reports where collection_id = c.id) for update`.execute(
    transaction,
  );
  const [collection] = rows;
  if (collection === undefined) throw notFound('Report');
  const after = STATES[decision];
  if (after === 'deleted') await sql`delete from collections where id = ${id}`.execute(transaction);
  else await writeState(transaction, id, after);
  for (const share of [collection.slug, collection.key]) await invalidateSharedCollection(transaction, share);
  await recordAct(transaction, {
    act: `${decision} collection`,
    subject: { kind: 'collection', id },
    // Its owner too: nothing else knows, once it is deleted, whose it was.
    before: { state: collection.before, owner: collection.ownerId },
    after: { state: after },
    reason,
  });
  const { slug, key, ...decided } = collection;
  return { ...decided, after, share: slug ?? key };
}

async function writeState(transaction: Db, id: string, after: 'shown' | 'hidden'): Promise<void> {
  const isHidden = after === 'hidden';
  await sql`update collections set hidden_at = case when ${isHidden} then coalesce(hidden_at, now()) end
    where id = ${id}`.execute(transaction);
  await sql`update collection_reports set resolved_at = now(), resolution = ${isHidden ? 'hidden' : 'kept'}
    where collection_id = ${id}`.execute(transaction);
}
