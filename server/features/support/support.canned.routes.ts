import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contract from '#contract/canned-answers.ts';
import { problemSchema } from '#contract/errors.ts';
import {
  actorOf,
  auditedTransaction,
  markUnchanged,
  recordAct,
  type StaffTransaction,
} from '#server/core/audit/staff-transaction.ts';
import type { Db } from '#server/core/database/pool.ts';
import { HttpProblem, notFound } from '#server/core/http/errors/problems.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import { makeId } from '#server/core/ids.ts';
import * as queries from './support.canned.queries.ts';

const OPTIONS = { tag: 'staff' };
const WRITTEN = {
  ...OPTIONS,
  otherResponses: { 409: { description: 'Another one has this name.', schema: problemSchema } },
};

/** Beginnings of answers, which staff put into the box and change before they send it. */
export function cannedAnswerRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  /** One act. @returns all of them as they are then */
  async function act(request: FastifyRequest, work: (transaction: StaffTransaction) => Promise<void>) {
    await auditedTransaction(db, actorOf(request), work);
    return await queries.findCannedAnswers(db);
  }

  addRoute(app, contract.listCannedAnswers, OPTIONS, () => queries.findCannedAnswers(db));

  addRoute(app, contract.addCannedAnswer, WRITTEN, ({ body, request }) =>
    act(request, async (transaction) => {
      const id = makeId(randomUUID());
      requireFree(await queries.insertCannedAnswer(transaction, { id, ...body }));
      await recordAct(transaction, {
        act: 'add canned answer',
        subject: { kind: 'answer', id },
        after: body,
      });
    }),
  );

  addRoute(app, contract.changeCannedAnswer, WRITTEN, ({ params: { answerId: id }, body, request }) =>
    act(request, async (transaction) => {
      const { id: _id, ...before } = await requireAnswer(transaction, id);
      if (before.name === body.name && before.text === body.text) return markUnchanged(transaction);
      requireFree(await queries.updateCannedAnswer(transaction, { id, ...body }));
      const subject = { kind: 'answer', id } as const;
      await recordAct(transaction, { act: 'change canned answer', subject, before, after: body });
    }),
  );

  addRoute(app, contract.removeCannedAnswer, OPTIONS, ({ params: { answerId: id }, request }) =>
    act(request, async (transaction) => {
      const { id: _id, ...before } = await requireAnswer(transaction, id);
      await queries.deleteCannedAnswer(transaction, id);
      await recordAct(transaction, {
        act: 'remove canned answer',
        subject: { kind: 'answer', id },
        before,
      });
    }),
  );
}

/** @throws HttpProblem 404 */
async function requireAnswer(transaction: StaffTransaction, id: string): Promise<contract.CannedAnswer> {
  const answer = await queries.lockCannedAnswer(transaction, id);
  if (answer === undefined) throw notFound('Canned answer');
  return answer;
}

function requireFree(isFree: boolean): void {
  if (!isFree) throw new HttpProblem(409, 'Another canned answer has this name.');
}
