import { sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';

/** How many keys of this name are retired: `spent_keys` is the older name of the table for them. */
export async function countRetiredKeys(db: Db, name: string): Promise<number> {
  const { rows } = await sql<{ times: number }>`select times from spent_keys where name = ${name}`.execute(
    db,
  );
  return rows[0]?.times ?? 0;
}

export async function retireKey(db: Db, name: string): Promise<void> {
  await sql`insert into spent_keys (name, times) values (${name}, 1)
    on conflict (name) do update set times = spent_keys.times + 1, spent_at = now()`.execute(db);
}

/** The provider forgets a key after a day, and what was made with it is known by then. */
export async function deleteOldKeys(db: Db): Promise<void> {
  await sql`delete from spent_keys where spent_at < now() - interval '60 days'`.execute(db);
}
