import { type Agent, type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface SentRequest {
  method: string;
  /** Path and query, sent as they stand. */
  url: string;
  headers: Record<string, string>;
  payload?: string;
}

export interface ReceivedResponse {
  statusCode: number;
  headers: IncomingHttpHeaders;
  /** As it was sent: compressed when the headers say so. */
  rawPayload: Buffer;
}

/** What Node's client refuses to send in a path. */
const UNSENDABLE = /[^\x21-\xff]/g;

/**
 * One request over a real connection, with an address no URL parser has put right.
 * @throws Error when no response came
 */
export function send(port: number, sentRequest: SentRequest, agent: Agent): Promise<ReceivedResponse> {
  const { method, url, headers, payload } = sentRequest;
  return new Promise((done, failed) => {
    const path = url.replace(UNSENDABLE, (character) => encodeURIComponent(character.toWellFormed()));
    // Node's client announces no body of a GET or HEAD by itself, and the server would read it as the next request.
    const length = payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) };
    const call = request({
      host: '127.0.0.1',
      port,
      agent,
      method,
      path,
      headers: { ...headers, ...length },
    });
    call.on('response', (response) => {
      buffer(response).then(
        (rawPayload) => done({ statusCode: response.statusCode ?? 0, headers: response.headers, rawPayload }),
        failed,
      );
    });
    // After a response it is the end of a connection whose body nobody read: the promise is settled then.
    call.on('error', failed);
    call.end(payload);
  });
}
