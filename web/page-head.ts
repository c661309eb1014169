import type { ComponentProps } from 'react';
import { BRAND } from '#contract/brand.ts';
import type { PageSettings } from '#contract/rendering.ts';
import { SOCIAL_IMAGE } from '#contract/social-images.ts';
import shareImage from './styles/share.png?url';

type MetaTag = ComponentProps<'meta'>;

const IMAGE = { path: shareImage, alt: `${BRAND.name}: a library of AI prompts` };

/** What search engines and link previews read of a page. Never holds text of a prompt. */
export interface PageHead {
  title: string;
  description: string;
  /** The one address of this page, whatever its query: `/category/fitness`. */
  path: string;
  /** Shown where a link is shared; the same for all pages that have none of their own. */
  image?: { path: string; alt: string } | undefined;
  /** Kept out of search engines: results, tests, sign-in. */
  isNotIndexed?: boolean;
  /** There is a feed of what is new on it, below its path. */
  hasFeed?: boolean;
  /** schema.org objects. */
  structuredData?: Record<string, unknown>[] | undefined;
}

/**
 * Head tags in the shape the router wants: title, canonical, description, Open Graph, JSON-LD. From one page to the next
 * a browser needs the first two.
 */
export function pageHead(settings: PageSettings, head: PageHead) {
  const title = head.path === '/' ? head.title : `${head.title} · ${BRAND.name}`;
  const url = `${settings.origin}${head.path}`;
  const links = [{ rel: 'canonical', href: url }];
  if (!import.meta.env.SSR) return { meta: [{ title }], links };
  const image = head.image ?? IMAGE;
  return {
    meta: [
      { title },
      { name: 'description', content: head.description },
      ...(head.isNotIndexed ? [{ name: 'robots', content: 'noindex' }] : []),
      { property: 'og:title', content: title },
      { property: 'og:description', content: head.description },
      { property: 'og:url', content: url },
      { property: 'og:type', content: 'website' },
      { property: 'og:image', content: `${settings.origin}${image.path}` },
      { property: 'og:image:width', content: String(SOCIAL_IMAGE.width) },
      { property: 'og:image:height', content: String(SOCIAL_IMAGE.height) },
      { property: 'og:image:alt', content: image.alt },
      { name: 'twitter:card', content: 'summary_large_image' },
      ...(head.structuredData ?? []).map(structuredDataTag),
    ],
    links: [
      ...links,
      ...(head.hasFeed ? [{ rel: 'alternate', type: 'application/atom+xml', href: `${url}/feed.xml` }] : []),
    ],
  };
}

/** The head of a page whose loader, fetched with the page, says what it is. */
export function loadedHead({
  match,
  loaderData,
}: {
  match: { context: { settings: PageSettings } };
  loaderData?: PageHead | undefined;
}) {
  return loaderData ? pageHead(match.context.settings, loaderData) : {};
}

/** The router draws this key as a JSON-LD block; its type of a meta tag does not know the key, hence the cast. */
function structuredDataTag(data: Record<string, unknown>): MetaTag {
  return { 'script:ld+json': { '@context': 'https://schema.org', ...data } } as MetaTag;
}

/** A BreadcrumbList from Home down to the page itself. Like all of it, drawn by the server only. */
export function breadcrumbData(
  settings: PageSettings,
  trail: readonly { name: string; path: string }[],
): Record<string, unknown> {
  if (!import.meta.env.SSR) return {};
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...trail].map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step.name,
      item: `${settings.origin}${step.path}`,
    })),
  };
}

/** What a list's first page shows, by name; the texts themselves are for members. */
export function itemListData(prompts: readonly { title: string }[]): Record<string, unknown> {
  if (!import.meta.env.SSR) return {};
  return {
    '@type': 'ItemList',
    itemListElement: prompts.map(({ title }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
    })),
  };
}
