import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What of Vite's manifest is read here. */
export interface ManifestChunk {
  file: string;
  css?: string[];
  assets?: string[];
  imports?: string[];
}

export type Manifest = Record<string, ManifestChunk>;

/** Each style sheet's classes begin with four letters of its own (`shortClassNames`, scripts/vite/named-styles.ts). */
const CLASS_OF_SHEET = /\.(s[0-9a-z]{3})(?=[\w-])/g;
const CLASS_LIST = /\bclass="([^"]+)"/g;
const PREFIX_LENGTH = 4;

/**
 * Adds links to the style sheets a rendered page shows something of, behind the one that every page has. What comes
 * later the browser fetches together with the script it belongs to.
 */
export type LinkStyles = (html: string) => string;

/**
 * @param folder the built browser files
 * @param everywhere the sheet that every page links already, as it is addressed
 */
export async function readPageStyles(
  folder: string,
  manifest: Manifest,
  everywhere: string,
): Promise<LinkStyles> {
  const sheetsByPrefix = new Map<string, readonly string[]>();
  for (const chunk of Object.values(manifest)) {
    const sheets = sheetsWith(chunk, manifest).filter((file) => `/${file}` !== everywhere);
    for (const file of chunk.css ?? []) {
      const css = await readFile(join(folder, file), 'utf8');
      for (const [, prefix = ''] of css.matchAll(CLASS_OF_SHEET)) sheetsByPrefix.set(prefix, sheets);
    }
  }

  return (html) => {
    const index = html.indexOf('>', html.indexOf(`href="${everywhere}"`)) + 1;
    const links = [...sheetsIn(html, sheetsByPrefix)].map(
      (file) => `<link rel="stylesheet" href="/${file}"/>`,
    );
    return html.slice(0, index) + links.join('') + html.slice(index);
  };
}

function sheetsIn(html: string, sheetsByPrefix: ReadonlyMap<string, readonly string[]>): Set<string> {
  const seen = new Set<string>();
  const found = new Set<string>();
  for (const [, list = ''] of html.matchAll(CLASS_LIST)) {
    for (const name of list.split(' ')) {
      const prefix = name.slice(0, PREFIX_LENGTH);
      if (seen.has(prefix)) continue;
      seen.add(prefix);
      for (const sheet of sheetsByPrefix.get(prefix) ?? []) found.add(sheet);
    }
  }
  return found;
}

/** A chunk's sheets behind those of what it imports: of two equal rules the page's own wins. */
function sheetsWith(chunk: ManifestChunk, manifest: Manifest, visited = new Set<ManifestChunk>()): string[] {
  if (visited.has(chunk)) return [];
  visited.add(chunk);
  const imported = (chunk.imports ?? []).flatMap((key) => {
    const next = manifest[key];
    return next ? sheetsWith(next, manifest, visited) : [];
  });
  return [...new Set([...imported, ...(chunk.css ?? [])])];
}
