import { connect } from 'node:net';

export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Milliseconds from connecting to the end of the connection. */
  milliseconds: number;
}

/**
 * Sends bytes as they stand and reads until the server ends the connection: for what no HTTP client would send.
 * Ask for `Connection: close`, or the end will be the server's patience. Rejects when no response came.
 * @param pieces written one after the other, `pauseMilliseconds` apart
 */
export function sendRaw(
  port: number,
  pieces: string | readonly string[],
  pauseMilliseconds = 0,
): Promise<RawResponse[]> {
  const queue = typeof pieces === 'string' ? [pieces] : [...pieces];
  const startedAt = performance.now();
  return new Promise((done, failed) => {
    let received = '';
    const socket = connect(port, '127.0.0.1');
    socket.setEncoding('latin1');
    const timer = setInterval(() => {
      const piece = queue.shift();
      if (piece === undefined || socket.destroyed) clearInterval(timer);
      else socket.write(piece, 'latin1');
    }, pauseMilliseconds);
    socket.on('data', (chunk) => {
      received += chunk;
    });
    // A reset after the response is how a server ends a conversation it no longer follows.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      clearInterval(timer);
      const responses = parseResponses(received, performance.now() - startedAt);
      if (responses.length > 0) done(responses);
      else failed(new Error(`No response, only ${JSON.stringify(received.slice(0, 200))}`));
    });
  });
}

/** One request with the headers every client sends. */
export function request(
  target: string,
  { method = 'GET', headers = [] as readonly string[], body = '' } = {},
): string {
  return [`${method} ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', body].join(
    '\r\n',
  );
}

function parseResponses(text: string, milliseconds: number): RawResponse[] {
  const responses: RawResponse[] = [];
  let rest = text;
  for (;;) {
    const head = /^HTTP\/1\.1 (\d{3})[^\r\n]*\r\n(.*?)\r\n\r\n/s.exec(rest);
    if (!head) return responses;
    const headers: Record<string, string> = {};
    for (const line of (head[2] ?? '').split('\r\n')) {
      const colon = line.indexOf(':');
      headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
    }
    const length = Number(headers['content-length'] ?? rest.length);
    const body = rest.slice(head[0].length, head[0].length + length);
    responses.push({ status: Number(head[1]), headers, body, milliseconds });
    rest = rest.slice(head[0].length + length);
  }
}
