/** A response as somebody who tries the API sees it. */
export interface TriedCall {
  status: number;
  milliseconds: number;
  /** Calls left in this minute, when the response says so. */
  remaining: string | null;
  text: string;
}

/**
 * Calls the API as a program does, with a token and without the member's cookie.
 * @throws TypeError when the network fails
 */
export async function callWithToken(
  path: string,
  { method, token, body }: { method: string; token: string; body: string | undefined },
): Promise<TriedCall> {
  const start = performance.now();
  const response = await fetch(path, {
    method,
    credentials: 'omit',
    headers: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return {
    status: response.status,
    milliseconds: Math.round(performance.now() - start),
    remaining: response.headers.get('ratelimit-remaining'),
    text,
  };
}
