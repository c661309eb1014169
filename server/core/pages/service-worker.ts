import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

/** Takes the place of the one a browser has: deletes what it kept, and then itself. Browsers look for it at each visit. */
const REMOVAL = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
})()));
`;

interface Options {
  /** The built browser files; absent in development. */
  clientDir: string | undefined;
  /** Members' browsers keep what they may read there. */
  isOn: boolean;
}

/** The script that keeps favorites and collections readable without a network, or the one that removes it. */
export async function installServiceWorker(
  app: FastifyInstance,
  { clientDir, isOn }: Options,
): Promise<void> {
  const built = isOn && clientDir !== undefined ? join(clientDir, 'sw.js') : undefined;
  const script = built === undefined ? REMOVAL : await readFile(built, 'utf8').catch(() => REMOVAL);
  const config = { access: 'public', isCacheable: true, ignoresSession: true } as const;
  app.get('/sw.js', { config, schema: { hide: true } }, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(script),
  );
}
