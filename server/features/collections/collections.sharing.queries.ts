import { sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';
import { notFound } from '#server/core/http/errors/problems.ts';
import { type CollectionDetails, isSharedAt, PROMPT_COUNT } from './collections.queries.ts';

export interface SharedCollection extends CollectionDetails {
  id: string;
  memberId: string;
  isPublic: boolean;
  by: string | null;
  promptCount: number;
  updatedAt: Date;
}

/** @throws HttpProblem 404 when nothing is shared at this address */
export async function requireShared(db: Db, share: string): Promise<SharedCollection> {
  const { rows } = await sql<SharedCollection>`
    select c.id, c.user_id as "memberId", c.name, c.description, c.color, c.visibility = 'public' as "isPublic",
      case when c.shows_name then
        coalesce(u.own_name, nullif(concat_ws(' ', u.first_name, u.last_name), '')) end as by,
      ${PROMPT_COUNT} as "promptCount", c.updated_at as "updatedAt"
    from collections c join users u on u.id = c.user_id where ${isSharedAt(share)}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw notFound('Collection');
  return row;
}

export async function insertReport(
  db: Db,
  { collectionId, memberId }: { collectionId: string; memberId: string },
  { reason, details = '' }: { reason: string; details?: string | undefined },
): Promise<void> {
  await sql`insert into collection_reports (collection_id, user_id, reason, details)
    values (${collectionId}, ${memberId}, ${reason}, ${details.trim() || null})
    on conflict do nothing`.execute(db);
}

/** What a sitemap may hold is 50,000 addresses; the ones changed last are worth it. */
const MAX_IN_SITEMAP = 10_000;

/** The public ones that hold anything, for the sitemap. */
export async function findPublicCollections(db: Db): Promise<{ slug: string; updatedAt: Date }[]> {
  const { rows } = await sql<{ slug: string; updatedAt: Date }>`
    select c.slug, c.updated_at as "updatedAt" from collections c join users u on u.id = c.user_id
    where c.visibility = 'public' and c.hidden_at is null and u.suspended_at is null and ${PROMPT_COUNT} > 0
    order by c.updated_at desc limit ${MAX_IN_SITEMAP}`.execute(db);
  return rows;
}
