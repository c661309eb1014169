import { createServer } from 'node:net';

/** Below the ports that systems give to connections, and to servers that take any. */
const FIRST = 20_000;
const LAST = 32_000;

/** Processes that ask at the same time begin apart. */
let next = (process.pid * 61) % (LAST - FIRST);

/** A port of 127.0.0.1 that is free, and that nobody gets by chance before the caller takes it. */
export async function freePort(): Promise<number> {
  for (let tries = FIRST; tries < LAST; tries += 1) {
    const port = FIRST + next;
    next = (next + 1) % (LAST - FIRST);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${FIRST} to ${LAST} is free.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.on('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
}
