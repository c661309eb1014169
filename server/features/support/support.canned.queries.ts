import { sql } from 'kysely';
import type { CannedAnswer } from '#contract/canned-answers.ts';
import type { Db } from '#server/core/database/pool.ts';

export async function findCannedAnswers(db: Db): Promise<CannedAnswer[]> {
  const { rows } = await sql<CannedAnswer>`
    select id, name, text from canned_answers order by lower(name), id`.execute(db);
  return rows;
}

/** @returns false when another has this name */
export async function insertCannedAnswer(db: Db, { id, name, text }: CannedAnswer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into canned_answers (id, name, text) values (${id}, ${name}, ${text})
    on conflict (name) do nothing`.execute(db);
  return numAffectedRows === 1n;
}

/** @returns how it was before; undefined when there is none */
export async function lockCannedAnswer(db: Db, id: string): Promise<CannedAnswer | undefined> {
  const { rows } = await sql<CannedAnswer>`
    select id, name, text from canned_answers where id = ${id} for update`.execute(db);
  return rows[0];
}

/** @returns false when another has this name */
export async function updateCannedAnswer(db: Db, { id, name, text }: CannedAnswer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update canned_answers set name = ${name}, text = ${text}, updated_at = now()
    where id = ${id} and not exists (select from canned_answers where name = ${name} and id <> ${id})`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

export async function deleteCannedAnswer(db: Db, id: string): Promise<void> {
  await sql`delete from canned_answers where id = ${id}`.execute(db);
}
