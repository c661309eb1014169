import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { ZodType } from 'zod';
import { toJson } from '../to-json.ts';

const CONTRACT = join(import.meta.dirname, '..', '..', 'contract');
const IMPORTS_ZOD = /^import (?!type\b).*from 'zod'/m;

/**
 * Reduces the contract to what a caller needs: of an endpoint its method and URL, of schemas nothing, so that neither
 * they nor zod reach the browser. The types are checked before. A value that is left out cannot be imported: the build
 * says so.
 */
export function stripSchemas(): Plugin {
  return {
    name: 'strip-schemas',
    enforce: 'pre',
    async load(id) {
      const [file = ''] = id.split('?');
      if (!file.startsWith(CONTRACT) || !IMPORTS_ZOD.test(await readFile(file, 'utf8'))) return null;
      const exported: Record<string, unknown> = await import(pathToFileURL(file).href);
      return Object.entries(exported)
        .filter(([, value]) => !isLeftOut(value))
        .map(([name, value]) => `export const ${name} = ${toJson(name, withoutSchemas(value))};`)
        .join('\n');
    },
  };
}

/** Code, schemas, and the fields schemas are made of. */
function isLeftOut(value: unknown): boolean {
  const isFields = typeof value === 'object' && value !== null && Object.values(value).every(isSchema);
  return typeof value === 'function' || isSchema(value) || isFields;
}

const isSchema = (value: unknown) => value instanceof ZodType;

function withoutSchemas(value: unknown): unknown {
  const isEndpoint = typeof value === 'object' && value !== null && 'method' in value && 'url' in value;
  return isEndpoint ? { method: value.method, url: value.url } : value;
}
