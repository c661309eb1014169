import { createHash } from 'node:crypto';
import { BRAND } from '#contract/brand.ts';
import { PLAIN_HEADER } from '#contract/plain-header.ts';
import type { PageAssets } from '#contract/rendering.ts';
import type { Theme } from '../routing/theme-cookie.ts';
import type { HttpProblem } from './problems.ts';

/** The style sheets of the rendered pages, which plain pages use too. */
export type PageStyles = Pick<PageAssets, 'styles'>;

const HEADINGS: Readonly<Record<number, string>> = {
  403: 'Not from here',
  404: '404 Page Not Found',
  415: 'Not from here',
  429: 'Too many requests',
  500: 'Something went wrong',
  503: 'One moment, please',
};

/**
 * Counts down on the link to try again, which leads nowhere until then; without it the link works at once. By the
 * clock, because a browser slows down the timers of a tab nobody looks at. Inline: its page is for those who are over a
 * limit already, and a file of its own could be refused as well.
 */
const COUNTDOWN = `const link = document.querySelector('[data-wait]');
const label = link.textContent;
const end = Date.now() + link.dataset.wait * 1000;
link.addEventListener('click', (event) => {
  if (Date.now() < end) event.preventDefault();
});
const show = () => {
  const left = Math.ceil((end - Date.now()) / 1000);
  link.textContent = left > 0 ? label + ' in ' + left + ' s' : label;
  if (left > 0) return;
  link.removeAttribute('aria-disabled');
  clearInterval(timer);
};
link.setAttribute('aria-disabled', 'true');
const timer = setInterval(show, 1000);
show();`;

/** What the policy of a page with the countdown allows besides. */
export const COUNTDOWN_SOURCE = `'sha256-${createHash('sha256').update(COUNTDOWN).digest('base64')}'`;

/** The page for when pages cannot be rendered: while starting, above a limit, or when rendering failed. */
export function errorPage(problem: HttpProblem, assets: PageStyles, theme: Theme | undefined): string {
  const isWorthAnotherTry = problem.status >= 429;
  const wait = waitOf(problem);
  return plainPage(
    {
      heading: HEADINGS[problem.status] ?? 'Not a valid address',
      message: messageOf(problem),
      links: [
        ...(isWorthAnotherTry ? [{ href: '', label: 'Try Again', ...(wait ? { wait } : {}) }] : []),
        { href: '/', label: 'Home' },
        // While this machine is away, so is its help.
        ...(problem.status === 503 ? [] : [{ href: '/help', label: 'Help' }]),
      ],
    },
    assets,
    theme,
  );
}

interface PlainLink {
  href: string;
  label: string;
  /** For how many seconds it cannot be followed. */
  wait?: number;
}

/** A page without the router and its scripts. Its one class is in web/styles/base.css. */
export function plainPage(
  { heading, message, links }: { heading: string; message: string; links: readonly PlainLink[] },
  { styles }: PageStyles,
  theme: Theme | undefined,
): string {
  return [
    `<!doctype html><html lang="en"${theme ? ` data-theme="${theme}"` : ''}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${heading} · ${BRAND.name}</title>`,
    // Without it a browser requests /favicon.ico, another page that cannot be rendered.
    '<link rel="icon" href="data:,">',
    ...styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
    `</head><body>${PLAIN_HEADER}<main class="plain-page"><h1>${heading}</h1><p>${escapeHtml(message)}</p>`,
    `<p class="plain-links">${links.map(linkHtml).join(' ')}</p></main>`,
    links.some(({ wait }) => wait) ? `<script>${COUNTDOWN}</script>` : '',
    '</body></html>',
  ].join('');
}

const linkHtml = ({ href, label, wait }: PlainLink) =>
  `<a href="${href}"${wait ? ` data-wait="${wait}"` : ''}>${label}</a>`;

/** Seconds of `Retry-After`, if it says any. */
function waitOf({ headers }: HttpProblem): number | undefined {
  const seconds = Math.ceil(Number(headers['retry-after']));
  return seconds > 0 ? seconds : undefined;
}

/** With how long to wait, where that is known. */
function messageOf(problem: HttpProblem): string {
  const seconds = waitOf(problem);
  // The API’s own message would repeat the heading.
  if (problem.status === 429 && seconds !== undefined) {
    return `You opened many pages in a short time. Please wait ${waitText(seconds)}, then try again.`;
  }
  if (seconds === undefined || /\d+ (?:second|minute)/.test(problem.message)) return problem.message;
  return `${problem.message} You can try again in ${waitText(seconds)}.`;
}

function waitText(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
