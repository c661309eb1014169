import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './database/pool.ts';

/**
 * Signatures of links in mails, which open one thing to anyone with the mail, without a session. The key is in the
 * database, so that every node knows it and nobody has to set it.
 */
export class LinkSigner {
  readonly #db: Db;
  #key: Buffer | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** @param purpose what the link does: a signature is good for that only */
  async sign(purpose: string, value: string): Promise<string> {
    this.#key ??= await readKey(this.#db);
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([purpose, value]))
      .digest('base64url');
  }

  async isSigned(purpose: string, value: string, signature: string): Promise<boolean> {
    const [expected, given] = [await this.sign(purpose, value), signature].map((text) => Buffer.from(text));
    return expected?.length === given?.length && expected && given ? timingSafeEqual(expected, given) : false;
  }
}

async function readKey(db: Db): Promise<Buffer> {
  const { rows } = await sql<{ key: Buffer }>`select key from signing_keys where name = 'links'`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('There is no key to sign links with.');
  return row.key;
}
