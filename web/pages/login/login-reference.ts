const REFERENCE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The id under which the server logged what went wrong, for support; anything that is not such an id is ignored. */
export function loginReference(id: unknown): string | undefined {
  return typeof id === 'string' && REFERENCE.test(id) ? id : undefined;
}
