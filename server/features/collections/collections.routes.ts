import type { FastifyInstance } from 'fastify';
import {
  addCollection,
  addToCollection,
  COLLECTION_COLORS,
  COLLECTION_LIMITS,
  deleteCollection,
  editCollection,
  getCollection,
  listCollections,
  moveCollectionPrompt,
  removeFromCollection,
  renewCollectionLink,
  setCollectionNote,
  shareCollection,
} from '#contract/collections.ts';
import { problemSchema } from '#contract/errors.ts';
import type { Db } from '#server/core/database/pool.ts';
import { withTransactionRetry } from '#server/core/database/transaction-retry.ts';
import { HttpProblem } from '#server/core/http/errors/problems.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import type { ActionLimits } from '#server/core/http/security/action-limits.ts';
import { findCards, requireListedPrompt } from '../prompts/prompts.public.ts';
import {
  findItems,
  insertItem,
  moveItem,
  removeItem,
  requirePosition,
  updateNote,
} from './collections.prompts.queries.ts';
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

interface Dependencies {
  db: Db;
  limits: ActionLimits;
}

const refused = (description: string) => ({
  otherResponses: { 409: { description, schema: problemSchema } },
});

/** A member's own collections; what others see of them is in collections.shared.routes.ts. */
export function collectionRoutes(app: FastifyInstance, { db, limits }: Dependencies): void {
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
        return await requireCollection(transaction, { memberId, id }, 'own');
      });
    },
  );

  addRoute(
    app,
    getCollection,
    { tag, ...refused('The prompt of the cursor is no longer in it.') },
    async ({ params, query: { cursor }, viewer }) => {
      const { memberId } = viewer;
      const collection = await requireCollection(db, { memberId, id: params.collectionId }, 'read');
      const { id } = collection;
      const after = cursor === undefined ? undefined : await requirePosition(db, id, cursor);
      const rows = await findItems(db, id, { after, count: COLLECTION_LIMITS.page + 1 });
      const notes = new Map(rows.slice(0, COLLECTION_LIMITS.page).map((row) => [row.id, row.note]));
      const cards = await findCards(db, [...notes.keys()], viewer);
      return {
        ...collection,
        items: cards.map((prompt) => ({ prompt, note: notes.get(prompt.id) ?? null })),
        nextCursor: rows.length > notes.size ? ([...notes.keys()].at(-1) ?? null) : null,
      };
    },
  );

  addRoute(
    app,
    editCollection,
    change,
    async ({ params: { collectionId: id }, body, viewer: { memberId } }) => {
      await requireCollection(db, { memberId, id }, 'own');
      await updateCover(db, id, body);
      return await requireCollection(db, { memberId, id }, 'own');
    },
  );

  addRoute(app, deleteCollection, change, async ({ params, viewer }) => {
    await db
      .transaction()
      .execute((transaction) => removeCollection(transaction, viewer.memberId, params.collectionId));
    return { isDeleted: true as const };
  });

  sharingRoutes(app, { db, limits });
  itemRoutes(app, { db, limits });
}

function sharingRoutes(app: FastifyInstance, { db, limits }: Dependencies): void {
  const change = { tag: 'collections', ...limits.of('collection') };

  addRoute(
    app,
    shareCollection,
    { ...change, ...refused('Staff hide this collection.') },
    ({ params: { collectionId }, body, viewer: { memberId } }) =>
      db.transaction().execute(async (transaction) => {
        await lockCollection(transaction, collectionId);
        const collection = await requireCollection(transaction, { memberId, id: collectionId }, 'own');
        if (collection.isHidden && body.visibility !== 'private') {
          throw new HttpProblem(409, 'Our team hid this collection, so it cannot be shared.');
        }
        await updateSharing(transaction, collection, body);
        return await requireCollection(transaction, { memberId, id: collectionId }, 'own');
      }),
  );

  addRoute(
    app,
    renewCollectionLink,
    { ...change, ...refused('It is not shared by link.') },
    ({ params: { collectionId }, viewer: { memberId } }) =>
      db.transaction().execute(async (transaction) => {
        await lockCollection(transaction, collectionId);
        const collection = await requireCollection(transaction, { memberId, id: collectionId }, 'own');
        if (collection.visibility !== 'link') {
          throw new HttpProblem(409, 'This collection is not shared by link.');
        }
        await renewLink(transaction, collection);
        return await requireCollection(transaction, { memberId, id: collectionId }, 'own');
      }),
  );
}

function itemRoutes(app: FastifyInstance, { db, limits }: Dependencies): void {
  const change = { tag: 'collections', ...limits.of('collectionPrompt') };

  /** One change of a collection that is the member's or their team's, alone with it. */
  const inCollection = <Result>(
    memberId: string,
    collectionId: string,
    work: (transaction: Db) => Promise<Result>,
  ) =>
    withTransactionRetry(() =>
      db.transaction().execute(async (transaction) => {
        await lockCollection(transaction, collectionId);
        await requireCollection(transaction, { memberId, id: collectionId }, 'edit');
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
        return await requireCollection(transaction, { memberId, id: collectionId }, 'edit');
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
        return await requireCollection(transaction, { memberId, id: collectionId }, 'edit');
      }),
  );

  addRoute(app, setCollectionNote, change, ({ params, body, viewer: { memberId } }) => {
    const note = body.note || null;
    return inCollection(memberId, params.collectionId, async (transaction) => {
      await updateNote(transaction, params, note);
      return { note };
    });
  });

  addRoute(
    app,
    moveCollectionPrompt,
    { ...change, ...refused('One of the two is no longer in it.') },
    ({ params, body, viewer: { memberId } }) =>
      inCollection(memberId, params.collectionId, async (transaction) => ({
        promptIds: await moveItem(transaction, params, body.after),
      })),
  );
}
