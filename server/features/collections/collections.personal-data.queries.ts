import { sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';

/** For the archive of a member's data; what goes with the account goes with its row. */
export async function exportCollections(db: Db, memberId: string) {
  const { rows } = await sql<{ id: string; name: string; prompts: object[] }>`
    select c.id, c.name, c.description, c.color, c.visibility, c.shows_name as "showsName",
      c.hidden_at is not null as "isHidden", t.name as team, c.created_at as "createdAt",
      (select coalesce(json_agg(json_build_object('promptId', i.prompt_id, 'title', p.title, 'note', i.note,
        'addedAt', i.added_at) order by i.position, i.prompt_id), '[]')
        from collection_prompts i join prompts p on p.id = i.prompt_id where i.collection_id = c.id) as prompts
    from collections c left join teams t on t.id = c.team_id where c.user_id = ${memberId} order by c.created_at, c.id`.execute(
    db,
  );
  return rows;
}

/** For the archive of a member's data. */
export async function exportCollectionReports(db: Db, memberId: string) {
  const { rows } = await sql<{ collectionId: string; reason: string; details: string | null }>`
    select collection_id as "collectionId", reason, details, created_at as "reportedAt"
    from collection_reports where user_id = ${memberId} order by created_at, collection_id`.execute(db);
  return rows;
}
