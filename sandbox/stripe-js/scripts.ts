import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Those that make up stripe.js, each before whoever imports it. */
const PAGE_SCRIPTS = [
  'settings',
  'errors',
  'frame',
  'payment-element',
  'elements',
  'bank-dialog',
  'confirm',
  'unsupported',
  'stripe',
];

const FRAME_SCRIPTS = ['bank', 'calls', 'card', 'card-form', 'card-rules', 'controller', 'look', 'parent'];

/**
 * The script the app's page loads. It has to have set `window.Stripe` when it has run, which a module that imports
 * others does not, so its files are joined into one, each in a scope of its own: they import nothing but each other.
 * @param settings what settings.ts finds as PROMPTARIUM_SANDBOX
 */
export async function pageScript(settings: object): Promise<string> {
  const parts = await Promise.all(
    PAGE_SCRIPTS.map(async (name) => scoped(name, await stripTypes('page', `${name}.ts`))),
  );
  // In JSON, `<` is the only character that could end a script early, should anybody put this into a page.
  const json = JSON.stringify(settings).replaceAll('<', '\\u003c');
  return `(() => {\n'use strict';\nconst PROMPTARIUM_SANDBOX = ${json};\nconst modules = {};\n${parts.join('\n')}\n})();\n`;
}

/** `import { a } from './b.ts'` becomes `const { a } = modules['b']`: imports are one line each once types are stripped. */
function scoped(name: string, code: string): string {
  const exported = [...code.matchAll(/^export (?:async )?(?:function|class|const) (\w+)/gm)].map(
    ([, one]) => one,
  );
  const body = code
    .replaceAll(/^import (\{.*\}) from "\.\/(.*)\.ts";$/gm, "const $1 = modules['$2'];")
    .replaceAll(/^export (?=async |function |class |const )/gm, '');
  return `modules['${name}'] = (() => {\n${body}\nreturn { ${exported.join(', ')} };\n})();`;
}

/** A module of the frames as the browser runs it. @returns undefined for a name that is none of them */
export async function frameScript(file: string): Promise<string | undefined> {
  const name = file.replace(/\.ts$/, '');
  return FRAME_SCRIPTS.includes(name) ? await stripTypes('frames', `${name}.ts`) : undefined;
}

export function frameStyles(): Promise<string> {
  return readFile(join(import.meta.dirname, 'frames', 'frame.css'), 'utf8');
}

/** Node's own way of doing this warns on every start. */
async function stripTypes(folder: string, file: string): Promise<string> {
  const { transformWithOxc } = await import('vite');
  const path = join(import.meta.dirname, folder, file);
  const { code } = await transformWithOxc(await readFile(path, 'utf8'), path, { sourcemap: false });
  return code;
}
