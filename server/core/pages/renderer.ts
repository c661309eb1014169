import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageAssets, PageCall, PageResponse, SiteFiles } from '#contract/rendering.ts';

export interface PageRenderer {
  render(call: PageCall): Promise<PageResponse>;
  assets: PageAssets;
  /** Of built pages only. */
  siteFiles?: SiteFiles;
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
  const pages: { render: PageRenderer['render']; siteFiles: SiteFiles } = await import(
    pathToFileURL(entry).href
  );
  const manifest = JSON.parse(await readFile(join(distDir, 'client', '.vite', 'manifest.json'), 'utf8'));
  return { render: pages.render, siteFiles: pages.siteFiles, assets: readAssets(manifest) };
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
