import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Manifest } from 'vite';
import { stripSchemas } from './vite/strip-schemas.ts';

const SOURCE = join(import.meta.dirname, '..', 'web', 'service-worker', 'service-worker.ts');

/** What favorites and collections run, and a prompt that is opened over them. */
const PAGES = [
  'web/start.ts',
  'web/entry-client.tsx',
  'web/features/collections/add-to-collection-button.tsx',
  'web/features/exemplars/exemplars-panel.tsx',
  'web/layout/keyboard/page-shortcuts.tsx',
  'web/layout/shell/member-shell.tsx',
  'web/pages/collections/collection-page.tsx',
  'web/pages/collections/collections-page.tsx',
  'web/pages/favorites/favorites-page.tsx',
  'web/pages/prompt/prompt-modal.tsx',
  'web/ui/feedback/toaster.tsx',
];

/** Pages show these whatever they are. */
const PAGE_ASSETS = /\.woff2$|^(?:icons?-|icon-\w).*\.svg$/;

/** Writes sw.js beside the built pages: one file, which names what of them it keeps. @param folder dist/client */
async function buildServiceWorker(folder: string): Promise<void> {
  const files = await filesOf(folder);
  const hash = createHash('sha256')
    .update(files.join('\n'))
    .update(await readFile(join(folder, '.vite', 'manifest.json')));
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [stripSchemas()],
    define: {
      __BUILD_ID__: JSON.stringify(hash.digest('hex').slice(0, 16)),
      __BUILD_FILES__: JSON.stringify(files),
    },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: SOURCE, output: { format: 'iife' } },
    },
  });
  const [bundle] = [result].flat();
  const code = bundle && 'output' in bundle ? bundle.output[0].code : undefined;
  if (code === undefined) throw new Error('The service worker was not built.');
  await writeFile(join(folder, 'sw.js'), code);
}

async function filesOf(folder: string): Promise<string[]> {
  const manifest: Manifest = JSON.parse(await readFile(join(folder, '.vite', 'manifest.json'), 'utf8'));
  const reached = new Set(PAGES);
  for (const name of reached) {
    const part = manifest[name];
    if (!part)
      throw new Error(`${name} is no part of the build: what is kept for offline use has to be named anew.`);
    for (const next of part.imports ?? []) reached.add(next);
  }
  const parts = [...reached].flatMap((name) => manifest[name] ?? []);
  const needed = parts.flatMap(({ file, css = [] }) => [file, ...css]);
  const shown = (await readdir(join(folder, 'assets'))).filter((name) => PAGE_ASSETS.test(name));
  return [...new Set([...needed, ...shown.map((name) => `assets/${name}`)])].sort().map((name) => `/${name}`);
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Which folder are the pages in?');
await buildServiceWorker(folder);
