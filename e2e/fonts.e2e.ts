import type { Page } from '@playwright/test';
import { membersApp, visitorsApp } from './apps.ts';
import { expect, open, test, waitForHydration } from './fixtures.ts';
import { addSession, PEOPLE, read } from './sign-in.ts';

declare global {
  interface Window {
    sumOfShifts: () => number;
  }
}

const WIDTHS = [390, 768, 1440];

const VISITORS = {
  landing: '/',
  category: '/category/fitness',
  search: '/search?q=budget',
  subscribe: '/subscribe',
  help: '/help',
};

/** The fonts come when the page is drawn and taken over by its scripts: how much moves then, and moved before. */
async function shiftsOf(page: Page, url: string): Promise<number> {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  let held = 0;
  await page.route(/\.woff2$/, async (route) => {
    held += 1;
    await released;
    await route.continue();
  });
  await page.goto(url, { waitUntil: 'commit' });
  await waitForHydration(page);
  expect(held, 'fonts on their way').toBeGreaterThanOrEqual(2);
  release();
  const sum = await page.evaluate(async () => {
    const asked = [...document.fonts].filter(({ status }) => status !== 'unloaded');
    await Promise.allSettled(asked.map(({ loaded }) => loaded));
    await document.fonts.ready;
    for (let frame = 0; frame < 3; frame += 1) await new Promise((done) => requestAnimationFrame(done));
    return window.sumOfShifts();
  });
  await page.unroute(/\.woff2$/);
  return sum;
}

/** Runs before a page's own scripts. */
function watchShifts(): void {
  let sum = 0;
  const add = (entries: PerformanceEntryList) => {
    for (const entry of entries) if ('value' in entry) sum += Number(entry.value);
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  window.sumOfShifts = () => {
    add(observer.takeRecords());
    return sum;
  };
}

async function expectNothingToMove(page: Page, url: string): Promise<void> {
  await page.addInitScript(watchShifts);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    expect((await shiftsOf(page, url)).toFixed(3), `${width} pixels`).toBe('0.000');
  }
}

for (const [name, path] of Object.entries(VISITORS)) {
  test(`${name}: nothing moves when the fonts come late`, async ({ page }) => {
    await expectNothingToMove(page, `${visitorsApp.url}${path}`);
  });
}

test('the layout of a prompt page does not shift when fonts load late', async ({ page }) => {
  const [prompt] = await read<{ id: string }[]>(membersApp, '/api/prompts/search?tier=basic&limit=1');
  await addSession(page, membersApp, PEOPLE.basic);
  await expectNothingToMove(page, `${membersApp.url}/prompt/${prompt?.id}`);
});

/** How wide a letter of English is on average, in ems, by the files of these faces (capsizecss.com has the same figures). */
const LETTER_WIDTHS: Readonly<Record<string, number>> = {
  Arial: 0.4458,
  'Arial Bold': 0.48,
  Roboto: 0.4448,
  'Roboto Bold': 0.4521,
  'DejaVu Sans': 0.5119,
  'DejaVu Sans Bold': 0.5779,
  Georgia: 0.4458,
  'Noto Serif': 0.481,
  'DejaVu Serif': 0.5189,
  Menlo: 0.60205,
  Consolas: 0.5498,
  'Roboto Mono': 0.6001,
};

/** Which of our fonts each fallback family replaces, and the weights that most text has, without and with emphasis. */
const FALLBACK_FONTS = [
  { families: /^UI /, ours: 'Hanken Grotesk Variable', weights: [420, 620] },
  { families: /^Slab /, ours: 'Epunda Slab Variable', weights: [520, 520] },
  { families: /^Mono /, ours: 'Sometype Mono Variable', weights: [420, 420] },
];

test('the fallback fonts have the metrics of our fonts', async ({ page }) => {
  await open(page, '/terms');
  const { ours, fallbacks } = await page.evaluate(
    async (faces) => {
      const context = document.createElement('canvas').getContext('2d');
      if (!context) throw new Error('No canvas here.');
      const text = (document.querySelector('main')?.textContent ?? '').replace(/\s+/g, ' ');
      const sizes: Record<string, { width: number; ascent: number; descent: number }> = {};
      for (const { ours: family, weights } of faces) {
        for (const weight of weights) {
          // Nothing is loaded, and nothing said, as long as the rules are not there.
          while ((await document.fonts.load(`${weight} 1000px "${family}"`)).length === 0) {
            await new Promise(requestAnimationFrame);
          }
          context.font = `${weight} 1000px "${family}"`;
          const { width, fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText(text);
          sizes[`${weight} ${family}`] = {
            width: width / text.length / 1000,
            ascent: fontBoundingBoxAscent / 1000,
            descent: fontBoundingBoxDescent / 1000,
          };
        }
      }
      const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
      const locals = rules.filter(
        (rule) => rule instanceof CSSFontFaceRule && rule.cssText.includes('local('),
      );
      return { ours: sizes, fallbacks: locals.map(({ cssText }) => cssText) };
    },
    FALLBACK_FONTS.map(({ ours: family, weights }) => ({ ours: family, weights })),
  );

  expect(fallbacks).toHaveLength(12);
  for (const rule of fallbacks) {
    const find = (pattern: RegExp) => pattern.exec(rule)?.[1] ?? '';
    const percent = (name: string) => Number(find(new RegExp(`${name}: ([\\d.]+)%`))) / 100;
    const face = FALLBACK_FONTS.find(({ families }) => families.test(find(/font-family: "(.+?)"/)));
    const weight = face?.weights[find(/font-weight: (\d+)/) === '600' ? 1 : 0];
    const target = ours[`${weight} ${face?.ours}`];
    const local = find(/local\("(.+?)"\)/);
    const size = percent('size-adjust');
    const room = [
      size * (LETTER_WIDTHS[local] ?? 0),
      size * percent('ascent-override'),
      size * percent('descent-override'),
    ];
    const wanted = [target?.width ?? Number.NaN, target?.ascent ?? Number.NaN, target?.descent ?? Number.NaN];
    for (const [index, each] of room.entries())
      expect(Math.abs(each / (wanted[index] ?? Number.NaN) - 1), `${local}: ${rule}`).toBeLessThan(
        // Letters of one width must stay where they are: what is filled in moves nothing.
        face?.ours === 'Sometype Mono Variable' ? 0.0005 : 0.01,
      );
  }
});
