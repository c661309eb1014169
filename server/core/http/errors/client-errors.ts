import { type IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { SecurityHeaders } from '../security/security-headers.ts';
import { problemBody } from './problems.ts';

/** Errors of Node's HTTP parser and its timeouts, as the status a client can act on. */
const STATUS_OF_CODE: Readonly<Record<string, readonly [status: number, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The request is too large.'],
};

/**
 * Responds to what never became a request: malformed, too large, too slow. The connection is closed, because where
 * a next request on it would begin is unknown.
 */
export function handleClientError(headers: SecurityHeaders) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    if (socket.writable && !hasStartedResponse(socket)) {
      const [status, message] = STATUS_OF_CODE[error.code ?? ''] ?? [
        400,
        'This is not a valid HTTP request.',
      ];
      socket.write(rawResponse(status, message, headers));
    }
    socket.destroySoon();
  };
}

/** Responds to an `Expect` that is not `100-continue`: Node asks nobody else, and its own response says nothing. */
export function refuseExpectations(headers: SecurityHeaders) {
  return (_request: IncomingMessage, response: ServerResponse): void => {
    const body = JSON.stringify(
      problemBody(417, 'This server supports no expectation other than 100-continue.'),
    );
    response.writeHead(417, { ...PROBLEM_HEADERS, ...headers, 'content-length': Buffer.byteLength(body) });
    response.end(body);
  };
}

/** The last of its connection: a body may follow that nobody reads. */
const PROBLEM_HEADERS = {
  'content-type': 'application/problem+json',
  'cache-control': 'no-store',
  connection: 'close',
};

/**
 * Whether a response has started: a second one must not be written into it. Node keeps it on the socket without a
 * public name; its own handler of these errors does the same.
 */
function hasStartedResponse(socket: Socket): boolean {
  const response: unknown = Reflect.get(socket, '_httpMessage');
  return response instanceof ServerResponse && response.headersSent;
}

function rawResponse(status: number, message: string, headers: SecurityHeaders): string {
  const body = JSON.stringify(problemBody(status, message));
  const all = { ...PROBLEM_HEADERS, 'content-length': String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
