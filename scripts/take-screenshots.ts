import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { getTopic, listCategories, listTopics } from '#contract/catalog.ts';
import { urlOf } from '#contract/endpoint.ts';
import { CHROMIUM, ensureChromium } from './chromium.ts';

const FOLDER = join(import.meta.dirname, '..', 'docs', 'design');
/** Small enough for the repository, large enough to compare. */
const SCALE = 0.6;
const MEMBER = 'Grace';

interface Look {
  width: number;
  height: number;
  theme: 'light' | 'dark';
}

const LOOKS: readonly Look[] = [
  { width: 1440, height: 1000, theme: 'light' },
  { width: 768, height: 1024, theme: 'light' },
  { width: 390, height: 844, theme: 'dark' },
];

/**
 * Pictures of today's pages for docs/design, taken from a running app with its sandbox:
 * `node scripts/take-screenshots.ts http://localhost:3000`.
 */
async function takePictures(base: string): Promise<void> {
  await ensureChromium();
  await mkdir(FOLDER, { recursive: true });
  const addresses = await findAddresses(base);
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-quic'],
  });
  try {
    for (const look of LOOKS) {
      const visitor = await newPage(browser, look);
      await takeAll(visitor, { base, look, pages: visitorPages(addresses) });
      const member = await newPage(browser, look);
      await signIn(member, base);
      await takeAll(member, { base, look, pages: memberPages(addresses) });
    }
  } finally {
    await browser.close();
  }
}

interface Addresses {
  category: string;
  topic: string;
  prompt: string;
  locked: string;
}

const visitorPages = ({ category, topic, prompt }: Addresses) => ({
  landing: '/',
  login: '/login',
  'login-for-a-prompt': `/login?returnUrl=/prompt/${prompt}`,
  category,
  topic,
  search: '/search?q=budget',
  'subscribe-visitor': '/subscribe',
  help: '/help',
  contact: '/contact',
  api: '/docs/api',
  'not-found': '/nowhere',
});

const memberPages = ({ category, prompt, locked }: Addresses) => ({
  dashboard: '/',
  'category-member': category,
  modal: `${category}?prompt=${prompt}`,
  upgrade: `${category}?prompt=${locked}`,
  prompt: `/prompt/${prompt}`,
  favorites: '/favorites',
  subscribe: '/subscribe',
  subscription: '/subscription',
  account: '/account',
});

/** Prompts by their place in a list, because ids belong to a database. */
async function findAddresses(base: string): Promise<Addresses> {
  const read = async (path: string) => (await fetch(`${base}${path}`)).json();
  const [category] = listCategories.response.parse(await read(listCategories.url));
  const slug = category?.slug ?? '';
  const { topics } = listTopics.response.parse(await read(urlOf(listTopics, { slug })));
  const topicSlug = topics[0]?.slug ?? '';
  const list = urlOf(getTopic, { categorySlug: slug, topicSlug, query: { limit: 48 } });
  const { prompts } = getTopic.response.parse(await read(list));
  const idOf = (tier: string) => prompts.find((prompt) => prompt.tier === tier)?.id ?? '';
  return {
    category: `/category/${slug}`,
    topic: `/category/${slug}/${topicSlug}`,
    prompt: idOf('basic'),
    locked: idOf('pro'),
  };
}

async function newPage(browser: Browser, { width, height, theme }: Look): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  return context.newPage();
}

async function signIn(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/login`);
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: MEMBER }).click();
  await page.waitForURL(`${base}/`);
}

async function takeAll(
  page: Page,
  { base, look, pages }: { base: string; look: Look; pages: Record<string, string> },
): Promise<void> {
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(`${base}${path}`);
    await page.waitForLoadState('networkidle');
    const png = await page.screenshot();
    const webp = await sharp(png)
      .resize({ width: Math.round(look.width * (look.width < 500 ? 1 : SCALE)) })
      .webp({ quality: 72, effort: 6 })
      .toBuffer();
    await writeFile(join(FOLDER, `${name}-${look.width}-${look.theme}.webp`), webp);
  }
}

await takePictures((process.argv[2] ?? 'http://localhost:3000').replace(/\/$/, ''));
