import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { idSchema, requiredText } from './field-schemas.ts';
import { LIMITS } from './limits.ts';

const answerSchema = z.object({ id: idSchema, name: z.string(), text: z.string() });

export type CannedAnswer = z.infer<typeof answerSchema>;

const answersSchema = z.array(answerSchema);

const answer = z.object({ answerId: idSchema });

const bodySchema = z.strictObject({
  name: requiredText(LIMITS.cannedNameCharacters),
  text: requiredText(LIMITS.ticketCharacters),
});

export const listCannedAnswers = defineEndpoint({
  method: 'GET',
  url: '/api/admin/canned-answers',
  access: 'moderator',
  summary: 'Beginnings of answers to tickets, by name.',
  response: answersSchema,
});

const conflict = 'Names are unique: 409 for one that is taken. Answers with all of them.';

export const addCannedAnswer = defineEndpoint({
  method: 'POST',
  url: '/api/admin/canned-answers',
  access: 'admin',
  summary: `Adds a canned answer. ${conflict}`,
  body: bodySchema,
  response: answersSchema,
});

export const changeCannedAnswer = defineEndpoint({
  method: 'PUT',
  url: '/api/admin/canned-answers/:answerId',
  access: 'admin',
  summary: `Changes a canned answer. ${conflict}`,
  params: answer,
  body: bodySchema,
  response: answersSchema,
});

export const removeCannedAnswer = defineEndpoint({
  method: 'DELETE',
  url: '/api/admin/canned-answers/:answerId',
  access: 'admin',
  summary: 'Removes a canned answer. Answers with those that are left.',
  params: answer,
  response: answersSchema,
});
