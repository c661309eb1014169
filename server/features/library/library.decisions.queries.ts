import type { Client } from './library.queries.ts';

/** What staff decide about a prompt, as it is. */
export interface PromptState {
  id: string;
  categoryId: string;
  isListed: boolean;
  /** By staff. */
  isRetired: boolean;
  isFeatured: boolean;
}

export async function findPromptState(client: Client, id: string): Promise<PromptState | undefined> {
  const { rows } = await client.query<PromptState>(
    `select p.id, p.category_id as "categoryId", s.is_listed as "isListed", p.featured as "isFeatured",
       p.retired_at is not null as "isRetired"
     from prompts p join prompt_stats s on s.prompt_id = p.id where p.id = $1`,
    [id],
  );
  return rows[0];
}

export async function writeRetired(client: Client, id: string, isRetired: boolean): Promise<void> {
  await client.query('update prompts set retired_at = case when $2 then now() end where id = $1', [
    id,
    isRetired,
  ]);
  await client.query('update prompt_stats set is_listed = not $2 where prompt_id = $1', [id, isRetired]);
}

export async function writeFeatured(client: Client, id: string, isFeatured: boolean): Promise<void> {
  await client.query('update prompts set featured = $2, featured_by_staff = $2 where id = $1', [
    id,
    isFeatured,
  ]);
  await client.query('update prompt_stats set featured = $2 where prompt_id = $1', [id, isFeatured]);
}
