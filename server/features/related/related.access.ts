import {
  type Client,
  findCategoriesOfPrompts,
  findComparedPrompts,
  forgetUnlisted,
  writeRelated,
} from './related.queries.ts';
import { rankRelated } from './related.ranking.ts';

export { isRelatedMissing } from './related.queries.ts';

/**
 * Works out anew which listed prompts are about the same. To be called in the transaction in which prompts came, left
 * or changed, after them.
 * @returns whether any prompt has others than before
 */
export async function refreshRelated(client: Client): Promise<boolean> {
  let isChanged = await forgetUnlisted(client);
  for (const categoryId of await findCategoriesOfPrompts(client)) {
    const related = rankRelated(await findComparedPrompts(client, categoryId));
    isChanged = (await writeRelated(client, related)) || isChanged;
  }
  return isChanged;
}
