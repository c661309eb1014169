import { z } from 'zod';
import { REPORT_REASONS } from './comments.ts';
import { defineEndpoint } from './endpoint.ts';
import {
  cursorSchema,
  idSchema,
  requiredText,
  slugSchema,
  storableText,
  timestampSchema,
} from './field-schemas.ts';
import { promptCardSchema } from './prompts.ts';

/** Apart from LIMITS, which every page brings along. */
export const COLLECTION_LIMITS = {
  /** Of a member. */
  collections: 100,
  prompts: 1000,
  /** How many prompts of one's own collection come in one page. */
  page: 200,
  /** How many titles a list of collections shows of each. */
  firstTitles: 3,
  nameCharacters: 80,
  descriptionCharacters: 500,
  noteCharacters: 500,
} as const;

/** Of a cover; the tokens of the same look draw them. */
export const COLLECTION_COLORS = ['blue', 'plum', 'clay', 'moss', 'teal', 'violet', 'ochre'] as const;

export type CollectionColor = (typeof COLLECTION_COLORS)[number];

/** Who sees a collection: its owner, anyone with the link, everybody. */
export const VISIBILITIES = ['private', 'link', 'public'] as const;

export type Visibility = (typeof VISIBILITIES)[number];

/** What I may do with a collection: everything, change its prompts and their notes, or read it. */
export const COLLECTION_ACCESS = ['own', 'edit', 'read'] as const;

export type CollectionAccess = (typeof COLLECTION_ACCESS)[number];

const coverFields = {
  name: z.string(),
  description: z.string(),
  color: z.enum(COLLECTION_COLORS),
};

const collectionSchema = z.object({
  id: idSchema,
  ...coverFields,
  visibility: z.enum(VISIBILITIES),
  /** Others see my name; otherwise it is by a member. */
  showsName: z.boolean(),
  /** Hidden by staff: nobody else sees it. */
  isHidden: z.boolean(),
  /** What its address for others, `/c/{share}`, ends with; null while it is private. */
  share: slugSchema.nullable(),
  promptCount: z.int(),
  access: z.enum(COLLECTION_ACCESS),
  /** The team it is shared with. */
  team: z.object({ id: idSchema, name: z.string() }).nullable(),
  /** Whose it is; null for my own. */
  by: z.string().nullable(),
  updatedAt: timestampSchema,
});

export type Collection = z.infer<typeof collectionSchema>;

const listedCollectionSchema = collectionSchema.extend({
  holdsPrompt: z.boolean(),
  /** Of its first prompts, `firstTitles` at most. */
  firstTitles: z.array(z.string()),
});

export type ListedCollection = z.infer<typeof listedCollectionSchema>;

const itemSchema = z.object({ prompt: promptCardSchema, note: z.string().nullable() });

export type CollectionItem = z.infer<typeof itemSchema>;

const collectionWithItems = collectionSchema.extend({
  /** In their order, a page of them. */
  items: z.array(itemSchema),
  /** The last of them, where more are behind it. */
  nextCursor: idSchema.nullable(),
});

export type CollectionWithItems = z.infer<typeof collectionWithItems>;

const isVisible = (text: string) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text);

const coverInput = {
  name: requiredText(COLLECTION_LIMITS.nameCharacters)
    .refine(isVisible, 'must not be blank')
    .refine((text) => !/\p{Cc}/u.test(text), 'must be one line'),
  description: storableText.pipe(
    z.string().trim().max(COLLECTION_LIMITS.descriptionCharacters, 'is too long'),
  ),
  color: z.enum(COLLECTION_COLORS),
};

const params = z.object({ collectionId: idSchema });
const promptParams = params.extend({ promptId: idSchema });

export const listCollections = defineEndpoint({
  method: 'GET',
  url: '/api/collections',
  access: 'member',
  scope: 'favorites',
  summary:
    'My collections and those shared with my teams, the one changed last first; `holdsPrompt` tells which of them hold the prompt asked for.',
  query: z.object({ prompt: idSchema.optional() }),
  response: z.array(listedCollectionSchema),
});

export const addCollection = defineEndpoint({
  method: 'POST',
  url: '/api/collections',
  access: 'member',
  summary: `Makes a private collection, with its first prompt if one is given; at most ${COLLECTION_LIMITS.collections}.`,
  body: z.strictObject({
    name: coverInput.name,
    description: coverInput.description.optional(),
    color: coverInput.color.optional(),
    promptId: idSchema.optional(),
  }),
  response: collectionSchema,
});

export const getCollection = defineEndpoint({
  method: 'GET',
  url: '/api/collections/:collectionId',
  access: 'member',
  scope: 'favorites',
  summary: `One of my collections, or one shared with my team, with its prompts in order, ${COLLECTION_LIMITS.page} at a time. 409 when the prompt of the cursor is no longer in it.`,
  params,
  query: z.object({
    cursor: idSchema.optional().describe('The `nextCursor` of the page before: a prompt’s id.'),
  }),
  response: collectionWithItems,
});

export const editCollection = defineEndpoint({
  method: 'PUT',
  url: '/api/collections/:collectionId',
  access: 'member',
  summary: 'Changes name, description and color of my collection.',
  params,
  body: z.strictObject(coverInput),
  response: collectionSchema,
});

export const deleteCollection = defineEndpoint({
  method: 'DELETE',
  url: '/api/collections/:collectionId',
  access: 'member',
  summary: 'Deletes my collection; the prompts themselves stay. May be repeated.',
  params,
  response: z.object({ isDeleted: z.literal(true) }),
});

export const shareCollection = defineEndpoint({
  method: 'PUT',
  url: '/api/collections/:collectionId/sharing',
  access: 'member',
  summary: 'Makes my collection private, open to whoever has its link, or public. 409 while staff hide it.',
  params,
  body: z.strictObject({ visibility: z.enum(VISIBILITIES), showsName: z.boolean() }),
  response: collectionSchema,
});

export const renewCollectionLink = defineEndpoint({
  method: 'POST',
  url: '/api/collections/:collectionId/link',
  access: 'member',
  summary: 'Makes another link to a collection shared by link; the one before leads nowhere from now on.',
  params,
  response: collectionSchema,
});

export const shareWithTeam = defineEndpoint({
  method: 'PUT',
  url: '/api/collections/:collectionId/team',
  access: 'member',
  summary:
    'Shares my collection with a team of mine, as its owner or editor; null ends it, which the owner of the team may do too.',
  params,
  body: z.strictObject({ teamId: idSchema.nullable() }),
  response: z.object({ teamId: idSchema.nullable() }),
});

const promptCountSchema = z.object({ promptCount: z.int() });

export const addToCollection = defineEndpoint({
  method: 'PUT',
  url: '/api/collections/:collectionId/prompts/:promptId',
  access: 'member',
  scope: 'favorites',
  summary: `Adds a prompt at the end of my collection, a locked one too; at most ${COLLECTION_LIMITS.prompts}. May be repeated.`,
  params: promptParams,
  response: promptCountSchema,
});

export const removeFromCollection = defineEndpoint({
  method: 'DELETE',
  url: '/api/collections/:collectionId/prompts/:promptId',
  access: 'member',
  scope: 'favorites',
  summary: 'Takes a prompt out of my collection. May be repeated.',
  params: promptParams,
  response: promptCountSchema,
});

export const setCollectionNote = defineEndpoint({
  method: 'PUT',
  url: '/api/collections/:collectionId/prompts/:promptId/note',
  access: 'member',
  summary: 'Writes my note on a prompt of my collection; an empty one removes it.',
  params: promptParams,
  body: z.strictObject({
    note: storableText.pipe(z.string().trim().max(COLLECTION_LIMITS.noteCharacters, 'is too long')),
  }),
  response: z.object({ note: z.string().nullable() }),
});

export const moveCollectionPrompt = defineEndpoint({
  method: 'PUT',
  url: '/api/collections/:collectionId/prompts/:promptId/position',
  access: 'member',
  summary:
    'Moves a prompt of my collection behind another one, `last` for the last one, to the beginning without one. Answers the whole order; 409 when either is no longer there.',
  params: promptParams,
  body: z.strictObject({ after: z.union([idSchema, z.literal('last')]).nullable() }),
  response: z.object({ promptIds: z.array(idSchema) }),
});

const sharedCollectionSchema = z.object({
  ...coverFields,
  isPublic: z.boolean(),
  /** Null: a member who does not show their name. */
  by: z.string().nullable(),
  /** Mine: its id. */
  ownId: idSchema.nullable(),
  promptCount: z.int(),
  updatedAt: timestampSchema,
  items: z.array(itemSchema),
  nextCursor: z.string().nullable(),
});

export type SharedCollection = z.infer<typeof sharedCollectionSchema>;

const shareParams = z.object({ share: slugSchema });

export const getSharedCollection = defineEndpoint({
  method: 'GET',
  url: '/api/shared-collections/:share',
  access: 'public',
  scope: 'read',
  summary: 'A collection that its member shares, a page of prompts at a time, without their texts.',
  params: shareParams,
  query: z.object({ cursor: cursorSchema.optional() }),
  response: sharedCollectionSchema,
});

export const copyCollection = defineEndpoint({
  method: 'POST',
  url: '/api/shared-collections/:share/copy',
  access: 'member',
  summary: 'Copies a shared collection into a private one of mine, notes included.',
  params: shareParams,
  response: collectionSchema,
});

export const copyTeamCollection = defineEndpoint({
  method: 'POST',
  url: '/api/collections/:collectionId/copy',
  access: 'member',
  summary: 'Copies a collection shared with my team into a private one of mine, notes included.',
  params,
  response: collectionSchema,
});

export const reportCollection = defineEndpoint({
  method: 'POST',
  url: '/api/shared-collections/:share/report',
  access: 'member',
  summary: 'Reports another member’s collection; once per member and collection.',
  params: shareParams,
  body: z.strictObject({ reason: z.enum(REPORT_REASONS), details: storableText.max(1000).optional() }),
  response: z.object({ isReported: z.literal(true) }),
});
