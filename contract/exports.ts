import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exemplarSchema } from './exemplars.ts';
import { idSchema } from './field-schemas.ts';
import { promptDetailSchema } from './prompts.ts';

/** Markdown, text and CSV for every paying plan; JSON with exemplars for Pro and Engineer. */
export const EXPORT_FORMATS = ['markdown', 'text', 'csv', 'json'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const query = z.strictObject({ format: z.enum(EXPORT_FORMATS) });

/** Streamed as a file (`Content-Disposition`), in an order that stays: oldest favorite first, then id. */
export const exportFavorites = defineEndpoint({
  method: 'GET',
  url: '/api/favorites/export',
  access: 'member',
  scope: 'favorites',
  summary: 'My favorites as a file; locked ones with their metadata only. 403 below the plan it takes.',
  query,
  response: z.string(),
});

export const exportPrompt = defineEndpoint({
  method: 'GET',
  url: '/api/prompts/:id/export',
  access: 'member',
  scope: 'read',
  summary: 'One prompt that I can read, as a file. 403 below the plan it takes.',
  params: z.object({ id: idSchema }),
  query,
  response: z.string(),
});

export const exportCollection = defineEndpoint({
  method: 'GET',
  url: '/api/collections/:collectionId/export',
  access: 'member',
  scope: 'favorites',
  summary:
    'One of my collections as a file, in its order; locked prompts with their metadata only. 403 below the plan it takes.',
  params: z.object({ collectionId: idSchema }),
  query,
  response: z.string(),
});

const params = z.object({ id: idSchema });

export const getPromptMarkdown = defineEndpoint({
  method: 'GET',
  url: '/api/prompts/:id.md',
  access: 'member',
  scope: 'read',
  summary:
    'One prompt that I can read, as Markdown with front matter; for every plan. 403 above the member’s tier.',
  params,
  response: z.string(),
});

export const getPromptJson = defineEndpoint({
  method: 'GET',
  url: '/api/prompts/:id.json',
  access: 'member',
  scope: 'read',
  summary:
    'One prompt that I can read; its exemplars come with Pro and Engineer, an empty list below. 403 above the member’s tier.',
  params,
  response: promptDetailSchema.extend({ exemplars: z.array(exemplarSchema) }),
});
