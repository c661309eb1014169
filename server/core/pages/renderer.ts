import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Theme } from '../http/theme.ts';

/** What a page needs from outside to be drawn. Shared by shape with web/entry-server.tsx, not by import. */
export interface PageCall {
  /** Path and query. */
  url: string;
  /** Scheme, host and port for canonical links; no trailing slash. */
  origin: string;
  theme: Theme | undefined;
  assets: PageAssets;
  /** Calls our own API in this process, as the same viewer. */
  fetchApi(path: string): Promise<ApiAnswer>;
}

export interface ApiAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

export interface PageAnswer {
  status: number;
  html: string;
  /** Set for a redirect; `html` is empty then. */
  location?: string;
}

/** The files a page starts with, as Vite named them. */
export interface PageAssets {
  script: string;
  /** Chunks the entry imports at once. */
  preloads: string[];
  styles: string[];
}

export interface PageRenderer {
  render(call: PageCall): Promise<PageAnswer>;
  assets: PageAssets;
}

interface ManifestChunk {
  file: string;
  isEntry?: boolean;
  css?: string[];
  imports?: string[];
}

/**
 * Loads the built pages.
 * @throws Error when `npm run build` has not run
 */
export async function loadBuiltPages(distDir: string): Promise<PageRenderer> {
  const entry = join(distDir, 'server', 'entry-server.js');
  if (!existsSync(entry)) throw new Error('The pages are not built: run "npm run build" first.');
  const pages: { render: PageRenderer['render'] } = await import(pathToFileURL(entry).href);
  const manifest = JSON.parse(await readFile(join(distDir, 'client', '.vite', 'manifest.json'), 'utf8'));
  return { render: pages.render, assets: readAssets(manifest) };
}

function readAssets(manifest: Record<string, ManifestChunk>): PageAssets {
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry);
  if (!entry) throw new Error('The build has no entry: run "npm run build" again.');
  const sheets = Object.values(manifest).filter((chunk) => chunk.file.endsWith('.css'));
  const styles = new Set([...(entry.css ?? []), ...sheets.map((chunk) => chunk.file)]);
  return {
    script: `/${entry.file}`,
    preloads: (entry.imports ?? []).flatMap((key) => manifest[key]?.file ?? []).map((file) => `/${file}`),
    styles: [...styles].map((file) => `/${file}`),
  };
}
