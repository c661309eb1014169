import type { SitemapEntry } from './operations.queries.ts';

/** Lists are for everybody; search results, tests and the API are not worth an index entry. */
export function robotsText(publicUrl: string): string {
  return [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /search?',
    'Disallow: /test-',
    'Allow: /',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}

/** Pages that are the same for everybody and change with a release only. */
const STATIC_PATHS = ['/', '/terms', '/privacy'];

/** A sitemap by the sitemaps.org protocol; slugs need no escaping, they are [a-z0-9-]. */
export function sitemapXml(publicUrl: string, entries: readonly SitemapEntry[]): string {
  const all = [...STATIC_PATHS.map((path) => ({ path, lastModified: null })), ...entries];
  const urls = all.map(({ path, lastModified }) => {
    const changed = lastModified ? `<lastmod>${lastModified.toISOString()}</lastmod>` : '';
    return `<url><loc>${publicUrl}${path}</loc>${changed}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}
