import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { idSchema } from './field-schemas.ts';
import { SERVER_LIMITS } from './limits.ts';
import { promptCardSchema } from './prompts.ts';

export const listRelated = defineEndpoint({
  method: 'GET',
  url: '/api/prompts/:id/related',
  access: 'public',
  scope: 'read',
  summary: `Up to ${SERVER_LIMITS.related} prompts that are about the same, the closest first: of the same topic, then of the same category. For a retired prompt, the most copied ones.`,
  params: z.object({ id: idSchema }),
  response: z.object({ prompts: z.array(promptCardSchema) }),
});
