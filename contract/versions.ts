import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { countSchema, idSchema, MAX_VERSION, timestampSchema } from './field-schemas.ts';
import { copySchema, ownCardSchema, variableSchema } from './prompts.ts';

const versionSchema = z.object({
  /** From 1; rises with every change of title, text or variables. */
  number: z.int(),
  createdAt: timestampSchema,
  /** What is new in it, in a sentence; null where nobody said so. */
  change: z.string().nullable(),
});

export type Version = z.infer<typeof versionSchema>;

const versionTextSchema = versionSchema.extend({
  title: z.string(),
  content: z.string(),
  variables: z.array(variableSchema),
});

export type VersionText = z.infer<typeof versionTextSchema>;

/** A piece of two texts: in both, or in one of them. */
const segmentSchema = z.object({ kind: z.enum(['same', 'removed', 'added']), text: z.string() });

export type DiffSegment = z.infer<typeof segmentSchema>;

const comparisonSchema = z.object({
  from: versionSchema,
  to: versionSchema,
  title: z.array(segmentSchema),
  content: z.array(segmentSchema),
  /** Of a line for each variable. */
  variables: z.array(segmentSchema),
});

export type Comparison = z.infer<typeof comparisonSchema>;

const params = z.object({ id: idSchema });
const numberSchema = countSchema(MAX_VERSION);

export const listVersions = defineEndpoint({
  method: 'GET',
  url: '/api/prompts/:id/versions',
  access: 'member',
  scope: 'read',
  summary: 'The versions of a prompt I may read, newest first, and the one I copied last.',
  params,
  response: z.object({ versions: z.array(versionSchema), lastCopy: copySchema.nullable() }),
});

export const getVersion = defineEndpoint({
  method: 'GET',
  url: '/api/prompts/:id/versions/:number',
  access: 'member',
  scope: 'read',
  summary: 'A prompt I may read, as it was at one version.',
  params: params.extend({ number: numberSchema }),
  response: versionTextSchema,
});

export const compareVersions = defineEndpoint({
  method: 'GET',
  url: '/api/prompts/:id/changes/:from/:to',
  access: 'member',
  scope: 'read',
  summary: 'What differs between two versions of a prompt I may read, word by word.',
  params: params.extend({ from: numberSchema, to: numberSchema }),
  response: comparisonSchema,
});

export const listChangedPrompts = defineEndpoint({
  method: 'GET',
  url: '/api/user/changed-prompts',
  access: 'member',
  summary: 'Prompts that changed since I copied them, the latest change first; at most a hundred.',
  response: z.array(ownCardSchema.extend({ changedAt: timestampSchema })),
});
