/** Where Google keeps its members' pictures: the one foreign host a member's page may load anything from. */
export const PICTURE_ORIGIN = 'https://lh3.googleusercontent.com';

const MOST_CHARACTERS = 2000;

/**
 * A member's picture, if it is where the pages' policy lets it be loaded from; null otherwise, and a letter stands for
 * it. Asked of what the provider says, and again of what is stored before anybody is told.
 */
export function allowedPicture(candidate: unknown): string | null {
  if (typeof candidate !== 'string' || candidate.length > MOST_CHARACTERS) return null;
  const url = URL.parse(candidate);
  return url?.origin === PICTURE_ORIGIN && !url.username && !url.password ? url.href : null;
}
