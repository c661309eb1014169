import { createServer } from 'node:net';

/** Below the ports that systems give to connections, and to servers that take any. */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

/** Processes that ask at the same time begin apart. */
let next = (process.pid * 61) % (LAST_PORT - FIRST_PORT);

/** A port of 127.0.0.1 that is free, and that nobody gets by chance before the caller takes it. */
export async function freePort(): Promise<number> {
  for (let attempt = FIRST_PORT; attempt < LAST_PORT; attempt += 1) {
    const port = FIRST_PORT + next;
    next = (next + 1) % (LAST_PORT - FIRST_PORT);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${FIRST_PORT} to ${LAST_PORT} is free.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.on('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
}
