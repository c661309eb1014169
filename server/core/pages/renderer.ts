import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageAssets, RenderRequest, RenderResult, SiteFiles } from '#contract/rendering.ts';
import { type Manifest, readPageStyles } from './page-styles.ts';

export interface PageRenderer {
  render(call: RenderRequest): Promise<RenderResult>;
  assets: PageAssets;
  /** Faces of a page's first lines, for pages written without the router; rendered ones know them. */
  fonts?: string[];
  /** Of built pages only. */
  siteFiles?: SiteFiles;
}

/** What pages that are written without the router take from the rendered ones. */
export const plainAssets = ({ assets, fonts }: Pick<PageRenderer, 'assets' | 'fonts'>) => ({
  styles: assets.styles,
  fonts,
});

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
  const clientDir = join(distDir, 'client');
  const manifest: Manifest = JSON.parse(await readFile(join(clientDir, '.vite', 'manifest.json'), 'utf8'));
  const assets = readAssets(manifest);
  const linkStyles = await readPageStyles(clientDir, manifest, assets.styles[0] ?? '');
  return {
    async render(call) {
      const page = await pages.render(call);
      return page.html === '' ? page : { ...page, html: linkStyles(page.html) };
    },
    siteFiles: pages.siteFiles,
    assets,
    fonts: (manifest[ENTRY]?.assets ?? []).filter((file) => FIRST_FACES.test(file)).map((file) => `/${file}`),
  };
}

const BUILD_START = 'web/start.ts';
const ENTRY = 'web/entry-client.tsx';

/** Not the third face, which prompts are set in. */
const FIRST_FACES = /\/(?:epunda-slab|hanken-grotesk)-[^/]*\.woff2$/;

/** The files every page starts with. */
function readAssets(manifest: Manifest): PageAssets {
  const start = manifest[BUILD_START];
  const entry = manifest[ENTRY];
  if (!(start && entry)) throw new Error('The build has no entry: run "npm run build" again.');
  return {
    script: `/${entry.file}`,
    start: `/${start.file}`,
    styles: (entry.css ?? []).map((file) => `/${file}`),
  };
}
