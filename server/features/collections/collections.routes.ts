import type { FastifyInstance } from 'fastify';
import {
  addCollection,
  addToCollection,
  COLLECTION_COLORS,
  deleteCollection,
  editCollection,
  getCollection,
  listCollections,
  moveInCollection,
  noteInCollection,
  removeFromCollection,
  renewCollectionLink,
  shareCollection,
} from '#contract/collections.ts';
import { problemSchema } from '#contract/errors.ts';
import type { Db } from '#server/core/database/pool.ts';
import { withTransactionRetry } from '#server/core/database/transaction-retry.ts';
import { HttpProblem } from '#server/core/http/errors/problems.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import type { ActionLimits } from '#server/core/http/security/action-limits.ts';
import { findCards, requireListedPrompt } from '../prompts/prompts.public.ts';
import { findItems, insertItem, moveItem, removeItem, updateNote } from './collections.prompts.queries.ts';
import {
  findCollections,
  insertCollection,
  lockCollection,
  removeCollection,
  renewLink,
  requireCollection,
  touchCollection,
  updateCover,
  updateSharing,
} from './collections.queries.ts';

interface Parts {
  db: Db;
  limits: ActionLimits;
}

const refused = (description: string) => ({
  otherResponses: { 409: { description, schema: problemSchema } },
});

/** A member's own collections; what others see of them is in collections.shared.routes.ts. */
export function collectionRoutes(app: FastifyInstance, { db, limits }: Parts): void {
  const tag = 'collections';
  const change = { tag, ...limits.of('collection') };

  addRoute(app, listCollections, { tag }, ({ query, viewer }) =>
    findCollections(db, viewer.memberId, query.prompt),
  );

  addRoute(
    app,
    addCollection,
    { ...change, ...refused('As many collections as a member may have.') },
    async ({ body, viewer: { memberId } }) => {
      const { name, description = '', color = COLLECTION_COLORS[0], promptId } = body;
      const prompt = promptId === undefined ? undefined : await requireListedPrompt(db, promptId);
      return await db.transaction().execute(async (transaction) => {
        const id = await insertCollection(transaction, memberId, { name, description, color });
        if (prompt) await insertItem(transaction, id, prompt);
        return await requireCollection(transaction, memberId, id);
      });
    },
  );

  addRoute(app, getCollection, { tag }, async ({ params, viewer }) => {
    const collection = await requireCollection(db, viewer.memberId, params.collectionId);
    const rows = await findItems(db, collection.id);
    const cards = await findCards(
      db,
      rows.map(({ id }) => id),
      viewer,
    );
    const notes = new Map(rows.map(({ id, note }) => [id, note]));
    return {
      ...collection,
      items: cards.map((prompt) => ({ prompt, note: notes.get(prompt.id) ?? null })),
    };
  });

  addRoute(app, editCollection, change, async ({ params: { collectionId }, body, viewer: { memberId } }) => {
    await requireCollection(db, memberId, collectionId);
    await updateCover(db, collectionId, body);
    return await requireCollection(db, memberId, collectionId);
  });

  addRoute(app, deleteCollection, change, async ({ params, viewer }) => {
    await db
      .transaction()
      .execute((transaction) => removeCollection(transaction, viewer.memberId, params.collectionId));
    return { isDeleted: true as const };
  });

  sharingRoutes(app, { db, limits });
  itemRoutes(app, { db, limits });
}

function sharingRoutes(app: FastifyInstance, { db, limits }: Parts): void {
  const change = { tag: 'collections', ...limits.of('collection') };

  addRoute(
    app,
    shareCollection,
    { ...change, ...refused('Staff hide this collection.') },
    ({ params: { collectionId }, body, viewer: { memberId } }) =>
      db.transaction().execute(async (transaction) => {
        await lockCollection(transaction, memberId, collectionId);
        const collection = await requireCollection(transaction, memberId, collectionId);
        if (collection.isHidden && body.visibility !== 'private') {
          throw new HttpProblem(409, 'Our team hid this collection, so it cannot be shared.');
        }
        await updateSharing(transaction, collection, body);
        return await requireCollection(transaction, memberId, collectionId);
      }),
  );

  addRoute(
    app,
    renewCollectionLink,
    { ...change, ...refused('It is not shared by link.') },
    ({ params: { collectionId }, viewer: { memberId } }) =>
      db.transaction().execute(async (transaction) => {
        await lockCollection(transaction, memberId, collectionId);
        const collection = await requireCollection(transaction, memberId, collectionId);
        if (collection.visibility !== 'link') {
          throw new HttpProblem(409, 'This collection is not shared by link.');
        }
        await renewLink(transaction, collection);
        return await requireCollection(transaction, memberId, collectionId);
      }),
  );
}

function itemRoutes(app: FastifyInstance, { db, limits }: Parts): void {
  const change = { tag: 'collections', ...limits.of('collectionPrompt') };

  /** One change of a member's collection, alone with it. */
  const inCollection = <Result>(
    memberId: string,
    collectionId: string,
    work: (transaction: Db) => Promise<Result>,
  ) =>
    withTransactionRetry(() =>
      db.transaction().execute(async (transaction) => {
        await lockCollection(transaction, memberId, collectionId);
        const result = await work(transaction);
        await touchCollection(transaction, collectionId);
        return result;
      }),
    );

  addRoute(
    app,
    addToCollection,
    { ...change, ...refused('The collection is full.') },
    async ({ params: { collectionId, promptId }, viewer: { memberId } }) => {
      const prompt = await requireListedPrompt(db, promptId);
      return await inCollection(memberId, collectionId, async (transaction) => {
        await insertItem(transaction, collectionId, prompt);
        return await requireCollection(transaction, memberId, collectionId);
      });
    },
  );

  addRoute(
    app,
    removeFromCollection,
    change,
    ({ params: { collectionId, promptId }, viewer: { memberId } }) =>
      inCollection(memberId, collectionId, async (transaction) => {
        await removeItem(transaction, collectionId, promptId);
        return await requireCollection(transaction, memberId, collectionId);
      }),
  );

  addRoute(app, noteInCollection, change, ({ params, body, viewer: { memberId } }) => {
    const note = body.note || null;
    return inCollection(memberId, params.collectionId, async (transaction) => {
      await updateNote(transaction, params, note);
      return { note };
    });
  });

  addRoute(
    app,
    moveInCollection,
    { ...change, ...refused('One of the two is no longer in it.') },
    ({ params, body, viewer: { memberId } }) =>
      inCollection(memberId, params.collectionId, async (transaction) => ({
        promptIds: await moveItem(transaction, params, body.after),
      })),
  );
}
