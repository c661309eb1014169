import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect, expectNoHorizontalScroll } from './fixtures.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** A theme changes colors and nothing else: the second look at a page need ask only for these. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

const VIEWPORT_WIDTHS = [1440, 768, 390] as const;

/** What axe finds at every width in both themes, and what does not fit. The page is asked once: it is only resized. */
export async function expectAccessibleAtEverySize(page: Page, label?: string): Promise<void> {
  for (const [index, width] of VIEWPORT_WIDTHS.entries()) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoHorizontalScroll(page, `${label} ${width}`);
    // Between the widest and the narrowest nothing else is drawn, and in no other colors.
    if (index === 1) continue;
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await findAccessibilityProblems(page), `${label} ${width} light`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findAccessibilityProblems(page, 'colors'), `${label} ${width} dark`).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: null });
}

/** Frames answer to each other wherever they come from: the provider's form is checked with the page around it. */
const AXE_SCRIPT = `${axe.source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });`;

/**
 * Everything axe finds against WCAG 2.2 AA and its own good practice. Run in the page itself and asked for violations
 * alone, it takes a sixth of the processor time of its Playwright package.
 * @param rules all of them, or those that a theme can break
 */
export async function findAccessibilityProblems(
  page: Page,
  rules: 'all' | 'colors' = 'all',
): Promise<string[]> {
  await Promise.all(
    page.frames().map(async (frame) => {
      if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE_SCRIPT);
    }),
  );
  return await page.evaluate(
    async (only) => {
      // A color on its way from one theme to the other has no contrast of its own; an element that inherits it sets out
      // when it has arrived.
      // One that no frame is drawn for never arrives: it is not waited for longer than any of ours lasts.
      const deadline = performance.now() + 30_000;
      while (performance.now() < deadline) {
        const running = document.getAnimations().filter(({ playState, effect }) => {
          const { endTime } = effect?.getComputedTiming() ?? {};
          return playState === 'running' && Number.isFinite(Number(endTime));
        });
        if (running.length === 0) break;
        const arrived = Promise.allSettled(running.map(({ finished }) => finished));
        await Promise.race([arrived, new Promise((done) => setTimeout(done, 1000))]);
      }
      const { violations } = await window.axe.run(document, {
        resultTypes: ['violations'],
        // Every frame has been given axe and answers, however busy the machine.
        pingWaitTime: 30_000,
        ...(only && { runOnly: { type: 'rule', values: only } }),
      });
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      );
    },
    rules === 'colors' ? COLOR_RULES : null,
  );
}
