import { z } from 'zod';
import { OAuthError } from './oauth.errors.ts';

const text = z.string().max(1000).optional();

/** What the token and revocation endpoints read; the rest is ignored (RFC 6749 section 3.2). */
const formSchema = z.object({
  grant_type: text,
  client_id: text,
  code: text,
  code_verifier: text,
  redirect_uri: text,
  refresh_token: text,
  resource: text,
  scope: text,
  token: text,
});

/**
 * The fields of a form. An empty one is none.
 * @throws OAuthError when one is there twice, too long or cannot be stored
 */
export function readForm(body: unknown): z.infer<typeof formSchema> {
  const fields: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(typeof body === 'string' ? body : '')) {
    if (!(name in formSchema.shape) || value === '') continue;
    if (fields[name] !== undefined) throw new OAuthError('invalid_request', `${name} is there twice.`);
    fields[name] = value;
  }
  const form = formSchema.safeParse(fields);
  const isStorable = Object.values(fields).every((value) => !value.includes('\0'));
  if (!form.success || !isStorable) throw new OAuthError('invalid_request', 'A parameter is not valid.');
  return form.data;
}
