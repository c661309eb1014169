import { createHash } from 'node:crypto';
import { BRAND } from '#contract/brand.ts';
import { PLAIN_HEADER } from '#contract/plain-header.ts';
import type { PageAssets } from '#contract/rendering.ts';
import type { Theme } from '../routing/theme-cookie.ts';
import { type HttpProblem, waitText } from './problems.ts';

/** The style sheets and faces of the rendered pages, which plain pages use too. */
export type PageStyles = Pick<PageAssets, 'styles'> & { fonts?: readonly string[] | undefined };

const HEADINGS: Readonly<Record<number, string>> = {
  403: 'Not from here',
  404: '404 Page Not Found',
  415: 'Not from here',
  429: 'Too many requests',
  500: 'Something went wrong',
  503: 'One moment, please',
};

/**
 * Counts down on the link to try again, which leads nowhere until then; without it the link works at once, and the text
 * says how long to wait. By the clock, because a browser slows down the timers of a tab nobody looks at. Inline: its page is for those who are over a
 * limit already, and a file of its own could be refused as well. A page that may simply be requested again is, once
 * somebody looks at it: all tabs at once would be over the limit again.
 */
const COUNTDOWN = `const link = document.querySelector('[data-wait]');
const label = link.textContent;
const end = Date.now() + link.dataset.wait * 1000;
const hint = document.querySelector('[data-hint]');
if ('reload' in link.dataset) hint.textContent = 'The page opens by itself when the time is up.';
else hint.hidden = true;
link.addEventListener('click', (event) => {
  if (Date.now() < end) event.preventDefault();
});
const show = () => {
  const left = Math.ceil((end - Date.now()) / 1000);
  const time = left < 120 ? left + ' s' : Math.ceil(left / 60) + ' min';
  link.textContent = left > 0 ? label + ' in ' + time : label;
  if (left > 0) return;
  link.removeAttribute('aria-disabled');
  if (!('reload' in link.dataset)) clearInterval(timer);
  else if (document.visibilityState === 'visible') {
    clearInterval(timer);
    location.reload();
  }
};
link.setAttribute('aria-disabled', 'true');
const timer = setInterval(show, 1000);
show();`;

/** How a policy names the countdown. */
export const COUNTDOWN_SOURCE = `'sha256-${createHash('sha256').update(COUNTDOWN).digest('base64')}'`;

const isWorthAnotherTry = (status: number) => status >= 429;

/**
 * The page for when pages cannot be rendered: while starting, above a limit, or when rendering failed.
 * @param isPage the address is a page's, and not a step of signing in: over the limit of all pages no link leads
 * anywhere yet, and requesting it again does no harm
 */
export function errorPage(
  problem: HttpProblem,
  assets: PageStyles,
  { theme, isPage }: { theme: Theme | undefined; isPage: boolean },
): string {
  const wait = waitOf(problem);
  const isOverLimit = isPage && problem.status === 429;
  const tryAgain = { href: '', label: 'Try Again' };
  return plainPage(
    {
      heading: HEADINGS[problem.status] ?? 'Not a valid address',
      message: messageOf(problem),
      wait,
      reloads: isOverLimit,
      links: isOverLimit
        ? [tryAgain]
        : [
            ...(isWorthAnotherTry(problem.status) ? [tryAgain] : []),
            { href: '/', label: 'Home' },
            // While this machine is away, so is its help.
            ...(problem.status === 503 ? [] : [{ href: '/help', label: 'Help' }]),
          ],
    },
    assets,
    theme,
  );
}

interface PlainPage {
  heading: string;
  message: string;
  links: readonly { href: string; label: string }[];
  /** For how many seconds the first link cannot be followed. */
  wait?: number | undefined;
  /** Whether the page is requested again after that. */
  reloads?: boolean;
}

/** A page without the router and its scripts. Its styles are in web/styles/base.css. */
export function plainPage(
  { heading, message, links, wait, reloads = false }: PlainPage,
  { styles, fonts = [] }: PageStyles,
  theme: Theme | undefined,
): string {
  return [
    `<!doctype html><html lang="en"${theme ? ` data-theme="${theme}"` : ''}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${heading} · ${BRAND.name}</title>`,
    // Without it a browser requests /favicon.ico, another page that cannot be rendered.
    '<link rel="icon" href="data:,">',
    ...styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
    // As every page does: a face that comes late is not drawn at all (web/styles/fonts.css).
    ...fonts.map(
      (href) =>
        `<link rel="preload" href="${escapeHtml(href)}" as="font" type="font/woff2" crossorigin="anonymous">`,
    ),
    `</head><body>${PLAIN_HEADER}<main class="plain-page"><h1>${heading}</h1><p>${escapeHtml(message)}`,
    wait ? ` <span data-hint>You can try again in ${waitText(wait)}.</span>` : '',
    '</p><p class="plain-links">',
    ...links.map(
      ({ href, label }, index) =>
        `<a href="${href}"${wait && index === 0 ? ` data-wait="${wait}"${reloads ? ' data-reload' : ''}` : ''}>${label}</a> `,
    ),
    `</p></main><footer class="plain-footer">© ${BRAND.footerYear} ${BRAND.name}</footer>`,
    `${wait ? `<script>${COUNTDOWN}</script>` : ''}`,
    '</body></html>',
  ].join('');
}

/** Seconds to count down, if `Retry-After` says any. */
export function waitOf({ status, headers }: HttpProblem): number | undefined {
  if (!isWorthAnotherTry(status)) return undefined;
  const seconds = Math.ceil(Number(headers['retry-after']));
  return seconds > 0 ? seconds : undefined;
}

/** Of an address over its limit, which many people may share: the API’s own message would repeat the heading. */
const messageOf = ({ message }: HttpProblem) =>
  message.startsWith(`${HEADINGS[429]}.`)
    ? 'Many requests came from your network in a short time. Nothing was lost.'
    : message;

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
