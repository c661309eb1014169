import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

const stateSchema = z.object({ status: z.enum(['ok', 'unavailable']) });

export const getHealth = defineEndpoint({
  method: 'GET',
  url: '/healthz',
  access: 'public',
  summary: 'The process lives. Says nothing of the database.',
  response: stateSchema,
});

export const getReadiness = defineEndpoint({
  method: 'GET',
  url: '/readyz',
  access: 'public',
  summary: 'Ready for traffic: database reachable and migrated. 503 otherwise, and while stopping.',
  response: stateSchema,
});
