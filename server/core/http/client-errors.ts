import { ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { problemBody } from './problems.ts';
import { SECURITY_HEADERS } from './security.ts';

const HEADER_LINES = Object.entries(SECURITY_HEADERS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

/** What Node's HTTP parser or its clock found wrong, in the status a client can act on. */
const STATUS_OF_CODE: Readonly<Record<string, readonly [status: number, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The request is too large.'],
};

/**
 * Answers what never became a request: malformed, too large, too slow. The connection ends with it, because
 * nobody can say where a next request on it would begin.
 */
export function refuseClient(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable && !isAnswering(socket)) {
    const [status, message] = STATUS_OF_CODE[error.code ?? ''] ?? [400, 'This is not a valid HTTP request.'];
    socket.write(rawAnswer(status, message));
  }
  socket.destroySoon();
}

/**
 * Whether an answer is on its way: it must not get a second one inside it. Node keeps it on the socket and has
 * no public name for it; its own handler of these errors looks the same way.
 */
function isAnswering(socket: Socket): boolean {
  const answer: unknown = Reflect.get(socket, '_httpMessage');
  return answer instanceof ServerResponse && answer.headersSent;
}

function rawAnswer(status: number, message: string): string {
  const body = JSON.stringify(problemBody(status, message));
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\ncache-control: no-store\r\nconnection: close\r\n${HEADER_LINES}\r\n${body}`;
}
