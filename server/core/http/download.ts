import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A text that is sent as a file, while it is being made. */
export class Download {
  readonly #chunks: AsyncGenerator<string>;
  readonly #file: { name: string; type: string };
  readonly #begin: () => () => void;

  /**
   * @param file `name` may be anything: what could end a header, or name a folder, does not get through
   * @param chunks asked for no faster than the client reads, and let go of when it goes away
   * @param begin called before anything is read, may refuse by throwing; what it returns, maybe twice, once the file
   *   is sent, failed or given up
   */
  constructor(
    file: { name: string; type: string },
    chunks: AsyncGenerator<string>,
    begin: () => () => void = () => () => undefined,
  ) {
    this.#file = file;
    this.#chunks = chunks;
    this.#begin = begin;
  }

  /** Begins the answer once there is a first piece: until then whatever goes wrong is told as for any other route. */
  async send(reply: FastifyReply): Promise<Readable> {
    const end = this.#begin();
    const first = await this.#chunks.next().catch((error: unknown) => {
      end();
      throw error;
    });
    reply.header('content-disposition', `attachment; filename="${safeName(this.#file.name)}"`);
    reply.header('cache-control', 'private, no-store').type(this.#file.type);
    const stream = Readable.from(resumed(first, this.#chunks, end), { objectMode: false });
    // Not left to the generator alone: one that was never asked for anything does not hear of the end.
    return stream.once('close', end);
  }
}

async function* resumed(
  first: IteratorResult<string, unknown>,
  rest: AsyncGenerator<string>,
  end: () => void,
): AsyncGenerator<string> {
  try {
    if (!first.done) yield first.value;
    yield* rest;
  } finally {
    // Before the last byte leaves: whoever has the whole file may ask for the next.
    end();
  }
}

const safeName = (name: string) => name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+/, '') || 'file';
