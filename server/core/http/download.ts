import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A text that is sent as a file, while it is being made. */
export class Download {
  readonly #chunks: AsyncGenerator<string>;
  readonly #file: { name: string; type: string };

  /**
   * @param file `name` may be anything: what could end a header, or name a folder, does not get through
   * @param chunks asked for no faster than the client reads, and let go of when it goes away
   */
  constructor(file: { name: string; type: string }, chunks: AsyncGenerator<string>) {
    this.#file = file;
    this.#chunks = chunks;
  }

  /** Begins the answer once there is a first piece: until then whatever goes wrong is told as for any other route. */
  async send(reply: FastifyReply): Promise<Readable> {
    const first = await this.#chunks.next();
    reply.header('content-disposition', `attachment; filename="${safeName(this.#file.name)}"`);
    reply.header('cache-control', 'private, no-store').type(this.#file.type);
    return Readable.from(resumed(first, this.#chunks), { objectMode: false });
  }
}

async function* resumed(
  first: IteratorResult<string, unknown>,
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  if (!first.done) yield first.value;
  yield* rest;
}

const safeName = (name: string) => name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+/, '') || 'file';
