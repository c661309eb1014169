import { STAFF_PATH_PREFIX } from '#contract/roles.ts';
import type { SitemapEntry, SitemapPart } from './system.queries.ts';

/** Lists are public; search results, test pages and the API are not to be indexed. */
export function robotsText(publicUrl: string): string {
  return [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /search?',
    'Disallow: /search-test',
    'Disallow: /test-',
    'Allow: /',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}

const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** The parts of the sitemap, and when each last changed (sitemaps.org protocol). */
export function sitemapIndexXml(publicUrl: string, parts: readonly SitemapPart[]): string {
  const rows = parts.map(({ name, lastModified }) =>
    row('sitemap', { path: `/sitemap.xml?part=${name}`, lastModified }, publicUrl),
  );
  return xml('sitemapindex', rows);
}

/** One part of the sitemap; paths need no escaping, they are [a-z0-9-/]. */
export function sitemapXml(publicUrl: string, entries: readonly SitemapEntry[]): string {
  return xml(
    'urlset',
    entries.map((entry) => row('url', entry, publicUrl)),
  );
}

/** Static pages change with a release only. */
export const STATIC_ENTRIES: readonly SitemapEntry[] = ['/', '/help', '/docs/mcp', '/terms', '/privacy'].map(
  (path) => ({
    path,
    lastModified: null,
  }),
);

/** A library's dates may run ahead of the clock; crawlers distrust a sitemap whose dates do. */
const notAhead = (date: Date) => new Date(Math.min(date.getTime(), Date.now()));

function row(element: string, { path, lastModified }: SitemapEntry, publicUrl: string): string {
  const changed = lastModified ? `<lastmod>${notAhead(lastModified).toISOString()}</lastmod>` : '';
  return `<${element}><loc>${publicUrl}${path}</loc>${changed}</${element}>`;
}

function xml(element: string, rows: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${element} xmlns="${SCHEMA}">\n${rows.join('\n')}\n</${element}>\n`;
}

/** The API's document without what is for staff: to everybody else those addresses are none. */
export function publicDocument<D extends { paths?: object }>(document: D): D {
  const paths = Object.entries(document.paths ?? {}).filter(([path]) => !path.startsWith(STAFF_PATH_PREFIX));
  return { ...document, paths: Object.fromEntries(paths) };
}
