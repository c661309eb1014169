import { join } from 'node:path';

const FILES: ReadonlyMap<string, string> = new Map([
  // The script the app's page loads: it has set `window.Stripe` when it has run.
  ['/endive/stripe.js', 'page/stripe.ts'],
  ...['bank', 'card', 'controller'].map((name) => [`/elements/${name}.js`, `frames/${name}.ts`] as const),
]);

const bundles = new Map<string, Promise<string>>();

/**
 * @param settings what frame.ts finds as PROMPTARIUM_SANDBOX
 * @returns undefined for the path of no script
 */
export async function browserScript(path: string, settings: object): Promise<string | undefined> {
  const file = FILES.get(path);
  if (file === undefined) return undefined;
  const defined = JSON.stringify(settings);
  const code = bundles.get(path + defined) ?? bundle(file, defined);
  bundles.set(path + defined, code);
  return await code;
}

/** A file with everything it imports, as one script without imports. */
async function bundle(file: string, settings: string): Promise<string> {
  // Imported only now: it is large, and nothing else of the sandbox needs it.
  const { build } = await import('vite');
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    define: { PROMPTARIUM_SANDBOX: settings },
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      rolldownOptions: { input: join(import.meta.dirname, file), output: { format: 'iife' } },
    },
  });
  const [chunk] = 'output' in built ? built.output : [];
  if (chunk?.type !== 'chunk') throw new Error(`${file} was not bundled.`);
  return chunk.code;
}
