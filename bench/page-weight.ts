import type { RunningApp } from './processes.ts';
import type { ResultRow } from './result-row.ts';

const MAX_SCRIPT_KILOBYTES = 115;

/** What the category page makes a browser fetch before and after its first paint. */
export async function measureWeight(app: RunningApp): Promise<ResultRow[]> {
  const html = await (await fetch(`${app.url}/category/fitness`)).text();
  const scripts = new Set(
    // The first script, and the one it fetches.
    [...html.matchAll(/<script[^>]+?src="([^"]+)"(?:[^>]+data-page="([^"]+)")?/g)].flatMap(
      ([, first, page]) => [first, page].filter((path) => path !== undefined),
    ),
  );
  let bytes = 0;
  for (const path of await withImports(app, scripts)) bytes += await compressedBytes(app, path);
  const sheets = [...html.matchAll(/<link[^>]+rel="stylesheet"/g)].length;
  const blocking = [...html.matchAll(/<script(?![^>]*type="(?:module|application\/(?:ld\+)?json)")[^>]*>/g)]
    .length;
  const kilobytes = bytes / 1000;
  return [
    {
      label: 'Category page: all JavaScript, brotli',
      result: `${kilobytes.toFixed(1)} kB`,
      threshold: `≤ ${MAX_SCRIPT_KILOBYTES} kB`,
      passes: kilobytes <= MAX_SCRIPT_KILOBYTES,
    },
    {
      label: 'Category page: what blocks the first paint',
      result: `${sheets} stylesheet, ${blocking} scripts`,
      threshold: 'one stylesheet',
      passes: sheets === 1 && blocking === 0,
    },
  ];
}

/** Follows static imports: all that the page runs. `import(…)` brings other pages' parts, when one goes there. */
async function withImports(app: RunningApp, entries: ReadonlySet<string>): Promise<Set<string>> {
  const known = new Set(entries);
  for (const path of known) {
    const source = await (await fetch(`${app.url}${path}`)).text();
    for (const match of source.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
      known.add(`/assets/${match[1]}`);
  }
  return known;
}

async function compressedBytes(app: RunningApp, path: string): Promise<number> {
  const response = await fetch(`${app.url}${path}`, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
  const length = Number(response.headers.get('content-length'));
  if (response.headers.get('content-encoding') !== 'br' || !length)
    throw new Error(`${path} is not served as brotli.`);
  return length;
}
