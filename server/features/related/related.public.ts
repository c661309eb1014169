import {
  type Client,
  findCategoriesOfPrompts,
  findComparedPrompts,
  removeRelatedOfUnlisted,
  writeRelated,
} from './related.queries.ts';
import { rankRelated } from './related.ranking.ts';

export { isRelatedMissing } from './related.queries.ts';

/**
 * Recomputes which listed prompts are related. To be called in the transaction in which prompts were added, removed or
 * changed, after them.
 * @param categoryIds where anything changed; all when absent
 * @returns the ids of prompts whose related prompts changed
 */
export async function refreshRelated(client: Client, categoryIds?: readonly string[]): Promise<Set<string>> {
  const changed = new Set(await removeRelatedOfUnlisted(client));
  for (const categoryId of categoryIds ?? (await findCategoriesOfPrompts(client))) {
    const related = rankRelated(await findComparedPrompts(client, categoryId));
    for (const id of await writeRelated(client, related)) changed.add(id);
  }
  return changed;
}
