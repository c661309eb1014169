const REFERENCE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Under which the log tells what went wrong, to be told to whoever can look there; anything but an id of ours is none. */
export function loginReference(id: unknown): string | undefined {
  return typeof id === 'string' && REFERENCE.test(id) ? id : undefined;
}
