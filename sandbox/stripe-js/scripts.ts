import { join } from 'node:path';

/**
 * The script the app's page loads: it has set `window.Stripe` when it has run.
 * @param settings what frame.ts finds as PROMPTARIUM_SANDBOX
 */
export function pageScript(settings: object): Promise<string> {
  return bundle(join('page', 'stripe.ts'), { PROMPTARIUM_SANDBOX: JSON.stringify(settings) });
}

const bundles = new Map<string, Promise<string>>();

/** @returns undefined for a path that is no frame's */
export async function frameScript(path: string): Promise<string | undefined> {
  const name = /^\/elements\/(bank|card|controller)\.js$/.exec(path)?.[1];
  if (name === undefined) return undefined;
  const code = bundles.get(name) ?? bundle(join('frames', `${name}.ts`));
  bundles.set(name, code);
  return await code;
}

/** A file with everything it imports, as one script without imports. */
async function bundle(file: string, define: Record<string, string> = {}): Promise<string> {
  // Imported only now: it is large, and nothing else of the sandbox needs it.
  const { build } = await import('vite');
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    define,
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
