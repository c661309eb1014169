import { BRAND } from '#contract/brand.ts';
import { TIER_NAMES } from '#contract/tiers.ts';
import type { FeedEntry } from './feeds.queries.ts';

export interface Feed {
  title: string;
  /** Of the feed, and of the page it is about. */
  path: string;
  pagePath: string;
  entries: readonly FeedEntry[];
}

/** An Atom feed (RFC 4287); addresses are absolute, since readers keep it away from where it came from. */
export function atomXml(publicUrl: string, { title, path, pagePath, entries }: Feed): string {
  const updated = new Date(Math.max(0, ...entries.map(({ changedAt }) => changedAt.getTime())));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<title>${toXml(title)}</title>`,
    `<id>${toXml(publicUrl + path)}</id>`,
    `<link rel="self" type="application/atom+xml" href="${toXml(publicUrl + path)}"/>`,
    `<link rel="alternate" type="text/html" href="${toXml(publicUrl + pagePath)}"/>`,
    `<updated>${updated.toISOString()}</updated>`,
    `<author><name>${toXml(BRAND.creator)}</name></author>`,
    ...entries.map((entry) => entryXml(publicUrl, entry)),
    '</feed>',
    '',
  ].join('\n');
}

function entryXml(publicUrl: string, entry: FeedEntry): string {
  const url = toXml(`${publicUrl}/prompt/${entry.id}`);
  const state = entry.version > 1 ? `Version ${entry.version}. ` : '';
  return [
    '<entry>',
    `<title>${toXml(entry.title)}</title>`,
    `<id>${url}</id>`,
    `<link rel="alternate" type="text/html" href="${url}"/>`,
    `<published>${entry.createdAt.toISOString()}</published>`,
    `<updated>${entry.changedAt.toISOString()}</updated>`,
    `<category term="${toXml(`${entry.categorySlug}/${entry.topicSlug}`)}" label="${toXml(entry.topicName)}"/>`,
    `<category term="${entry.tier}" label="${TIER_NAMES[entry.tier]}"/>`,
    `<summary>${toXml(entry.summary)}</summary>`,
    `<content type="text">${toXml(state + entry.description)}</content>`,
    '</entry>',
  ].join('\n');
}

/** XML has no way to write control characters, which an imported text may hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const toXml = (text: string) =>
  text.replace(UNWRITABLE, '').replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
