/**
 * What of the library a response shows, as a tag each. A change of the library names the tags it touches; what can not
 * be told apart is `LIBRARY`, which every change touches.
 */
export const LIBRARY = 'library';

/** From a page that is rendered for the cache: the tags of its data, separated by spaces. Never sent to a client. */
export const TAGS_HEADER = 'x-cache-tags';

/** The id of a prompt cannot be taken for `search` or `top-rated`, which are about the whole library. */
const PROMPT_ADDRESS = /^\/api\/prompts\/([a-z2-7]{12})\/(?:related|card)$/;
const CATEGORY_ADDRESS = /^\/api\/(?:categories|topics)\/([a-z0-9-]+)(?:\/[a-z0-9-]+)?$/;

export const promptTag = (id: string) => `prompt:${id}`;
export const categoryTag = (slug: string) => `category:${slug}`;
/** Of a collection that is shared; it may hold any prompt, so it is of the library too. */
export const collectionTag = (share: string) => `collection:${share}`;

const COLLECTION_ADDRESS = /^\/api\/shared-collections\/([a-z0-9-]+)$/;

/** Of a response to this address of the API; none when it shows nothing of the library. */
export function tagsOf(url: string): string[] {
  const path = url.replace(/\?.*/s, '');
  if (path.startsWith('/api/auth/')) return [];
  const category = CATEGORY_ADDRESS.exec(path)?.[1];
  if (category !== undefined) return [categoryTag(category)];
  const prompt = PROMPT_ADDRESS.exec(path)?.[1];
  if (prompt !== undefined) return [promptTag(prompt)];
  const collection = COLLECTION_ADDRESS.exec(path)?.[1];
  return collection === undefined ? [LIBRARY] : [collectionTag(collection), LIBRARY];
}
