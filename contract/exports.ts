import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { idSchema } from './field-schemas.ts';

/** Markdown, text and CSV for every paying plan; JSON with exemplars for Pro and engineer. */
export const EXPORT_FORMATS = ['markdown', 'text', 'csv', 'json'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const query = z.strictObject({ format: z.enum(EXPORT_FORMATS) });

/** Streamed as a file (`Content-Disposition`), in an order that stays: oldest favorite first, then id. */
export const exportFavorites = defineEndpoint({
  method: 'GET',
  url: '/api/favorites/export',
  access: 'member',
  summary: 'My favorites as a file; locked ones with their metadata only. 403 below the plan it takes.',
  query,
  response: z.string(),
});

export const exportPrompt = defineEndpoint({
  method: 'GET',
  url: '/api/prompts/:id/export',
  access: 'member',
  summary: 'One prompt I may read, as a file. 403 below the plan it takes.',
  params: z.object({ id: idSchema }),
  query,
  response: z.string(),
});
