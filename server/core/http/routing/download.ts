import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { withNewBudget } from '../../database/time-budget.ts';

/** What a file is made of, piece by piece. */
type Chunks = AsyncGenerator<string | Uint8Array>;

/** What is sent as a file, while it is being made. */
export class Download {
  readonly #chunks: Chunks;
  readonly #file: { name: string; type: string };
  readonly #begin: () => () => void;

  /**
   * @param file `name` may be anything: what could end a header, or name a folder, does not get through
   * @param chunks pulled no faster than the client reads, and released when it disconnects
   * @param begin called before anything is read, may refuse by throwing; what it returns, maybe twice, once the file
   *   is sent, failed or given up
   */
  constructor(
    file: { name: string; type: string },
    chunks: Chunks,
    begin: () => () => void = () => () => undefined,
  ) {
    this.#file = file;
    this.#chunks = chunks;
    this.#begin = begin;
  }

  /** Begins the response once there is a first piece: until then an error is handled as on any other route. */
  async send(reply: FastifyReply): Promise<Readable> {
    const end = this.#begin();
    const first = await this.#chunks.next().catch((error: unknown) => {
      end();
      throw error;
    });
    reply.header('content-disposition', `attachment; filename="${safeName(this.#file.name)}"`);
    reply.header('cache-control', 'private, no-store').type(this.#file.type);
    const stream = Readable.from(resumed(first, this.#chunks, end), { objectMode: false });
    // Not left to the generator alone: one that was never started does not run its finally block.
    return stream.once('close', end);
  }
}

async function* resumed(
  first: IteratorResult<string | Uint8Array, unknown>,
  rest: Chunks,
  end: () => void,
): Chunks {
  try {
    if (!first.done) yield first.value;
    for (;;) {
      // A file may take longer than one request may wait for the database.
      const piece = await withNewBudget(() => rest.next());
      if (piece.done) return;
      yield piece.value;
    }
  } finally {
    await rest.return(undefined);
    // Before the last byte leaves: anyone who has the whole file may ask for the next.
    end();
  }
}

const safeName = (name: string) => name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+/, '') || 'file';
