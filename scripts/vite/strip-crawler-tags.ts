import { defineRolldownBabelPreset } from '@rolldown/plugin-babel';

const FOR_CRAWLERS: ReadonlySet<string> = new Set(['description', 'image', 'structuredData']);

/** What we read of a syntax tree: Babel brings no types of its own. */
interface Call {
  callee: { name?: string };
  arguments: { properties?: { key?: { name?: string } }[] }[];
}

function strip({ node }: { node: Call }): void {
  const [, head] = node.arguments;
  if (node.callee.name !== 'pageHead' || !head?.properties) return;
  head.properties = head.properties.filter(({ key }) => !FOR_CRAWLERS.has(key?.name ?? ''));
}

const plugin = { name: 'strip-crawler-tags', visitor: { CallExpression: strip } };

/**
 * Removes from routes, in the browser's scripts, what only search engines and link previews read: they ask the server.
 * There `pageHead` draws title and canonical address.
 */
export const stripCrawlerTags = defineRolldownBabelPreset({
  preset: () => ({ plugins: [plugin] }),
  rolldown: {
    filter: { id: /\/web\/routes\// },
    applyToEnvironmentHook: ({ config }) => config.consumer === 'client',
  },
});
