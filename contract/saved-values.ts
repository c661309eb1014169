import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { idSchema, requiredText, storableText } from './field-schemas.ts';

/** Apart from LIMITS, which every page brings along. */
export const SAVED_VALUES_LIMITS = {
  /** Sets of a member. */
  sets: 200,
  nameCharacters: 60,
  /** As much as a browser remembers of one. */
  valueCharacters: 4000,
  /** Values in a set: more than any prompt has variables. */
  values: 40,
} as const;

const savedValuesSchema = z.object({
  id: idSchema,
  name: z.string(),
  values: z.record(z.string(), z.string()),
  /** The team that uses them; null: I alone do. */
  team: z.object({ id: idSchema, name: z.string() }).nullable(),
  /** Who saved them; null for my own. */
  by: z.string().nullable(),
  /** I may replace and delete them. */
  canChange: z.boolean(),
});

export type SavedValues = z.infer<typeof savedValuesSchema>;

const params = z.object({ id: idSchema });

const nameInput = requiredText(SAVED_VALUES_LIMITS.nameCharacters).refine(
  (text) => !/\p{Cc}/u.test(text),
  'must be one line',
);

const valuesInput = z
  .record(z.string().regex(/^[a-z][a-z0-9_]{0,39}$/), storableText.max(SAVED_VALUES_LIMITS.valueCharacters))
  .refine((values) => Object.values(values).some((value) => value.trim() !== ''), 'must not be empty')
  .refine((values) => Object.keys(values).length <= SAVED_VALUES_LIMITS.values, 'are too many');

export const listSavedValues = defineEndpoint({
  method: 'GET',
  url: '/api/prompts/:id/saved-values',
  access: 'member',
  summary:
    'The values that I or my teams saved for a prompt, by name; 403 `Upgrade required` for whoever may not read it.',
  params,
  response: z.array(savedValuesSchema),
});

export const saveValues = defineEndpoint({
  method: 'POST',
  url: '/api/prompts/:id/saved-values',
  access: 'member',
  summary: `Saves values for a prompt's variables under a name, for me or for a team I own or edit; those of the same name there are replaced. At most ${SAVED_VALUES_LIMITS.sets} of a member.`,
  params,
  body: z.strictObject({ name: nameInput, values: valuesInput, teamId: idSchema.nullable() }),
  response: savedValuesSchema,
});

export const deleteSavedValues = defineEndpoint({
  method: 'DELETE',
  url: '/api/saved-values/:savedValuesId',
  access: 'member',
  summary: 'Deletes saved values: my own, or of a team I own or edit. May be repeated.',
  params: z.object({ savedValuesId: idSchema }),
  response: z.object({ isDeleted: z.literal(true) }),
});
