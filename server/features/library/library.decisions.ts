import type pg from 'pg';
import type { Actor } from '#server/core/audit/acts.ts';
import { markUnchanged, recordAct, type StaffTransaction } from '#server/core/audit/staff-transaction.ts';
import { HttpProblem, notFound } from '#server/core/http/errors/problems.ts';
import { LIBRARY, promptTag } from '#server/core/response-cache/cache-tags.ts';
import { refreshRelated } from '../related/related.public.ts';
import { indexPrompts, refreshSearchWords } from '../search/search.public.ts';
import { findTags, notifyLibraryChanged } from './library.changes.queries.ts';
import {
  findPromptState,
  type PromptState,
  writeFeatured,
  writeRetired,
} from './library.decisions.queries.ts';
import type { Client } from './library.queries.ts';
import { changeLibrary } from './library.transactions.ts';

/** A decision of staff about one prompt, which no start and no import undoes. */
interface Decision {
  pool: pg.Pool;
  actor: Actor;
  promptId: string;
  reason: string;
}

/**
 * Takes a prompt out of every list, or brings it back.
 * @throws HttpProblem 404, and 409 for one that left content/, which its file alone brings back
 */
export async function setRetired(decision: Decision, isRetired: boolean): Promise<void> {
  await decide(decision, async (client, prompt, transaction) => {
    if (prompt.isRetired === isRetired) return markUnchanged(transaction);
    if (!prompt.isRetired && !prompt.isListed) {
      throw new HttpProblem(409, 'This prompt left the library with its file.');
    }
    await withNotification(client, prompt, async () => {
      await writeRetired(client, prompt.id, isRetired);
      await indexPrompts(client, [prompt.id]);
      await refreshSearchWords(client);
      return await refreshRelated(client, [prompt.categoryId]);
    });
    await recordAct(transaction, {
      act: isRetired ? 'retire prompt' : 'restore prompt',
      subject: { kind: 'prompt', id: prompt.id },
      before: { retired: !isRetired },
      after: { retired: isRetired },
      reason: decision.reason,
    });
  });
}

/** @throws HttpProblem 404 */
export async function setFeatured(decision: Decision, isFeatured: boolean): Promise<void> {
  await decide(decision, async (client, prompt, transaction) => {
    if (prompt.isFeatured === isFeatured) return markUnchanged(transaction);
    await withNotification(client, prompt, async () => {
      await writeFeatured(client, prompt.id, isFeatured);
      await indexPrompts(client, [prompt.id]);
      return [];
    });
    await recordAct(transaction, {
      act: isFeatured ? 'feature prompt' : 'unfeature prompt',
      subject: { kind: 'prompt', id: prompt.id },
      before: { featured: !isFeatured },
      after: { featured: isFeatured },
      reason: decision.reason,
    });
  });
}

async function decide(
  { pool, actor, promptId }: Decision,
  work: (client: Client, prompt: PromptState, transaction: StaffTransaction) => Promise<void>,
): Promise<void> {
  await changeLibrary(pool, actor, async (client, transaction) => {
    const prompt = await findPromptState(client, promptId);
    if (prompt === undefined) throw notFound('Prompt');
    await work(client, prompt, transaction);
  });
}

/** Drops the cached responses that showed the prompt before, and those that will. @param work says whose related prompts changed */
async function withNotification(
  client: Client,
  { id }: PromptState,
  work: () => Promise<Iterable<string>>,
): Promise<void> {
  const before = await findTags(client, [id]);
  const related = await work();
  const after = await findTags(client, [id]);
  await notifyLibraryChanged(client, new Set([LIBRARY, ...before, ...after, ...[...related].map(promptTag)]));
}
