import { BRAND } from '#contract/brand.ts';
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

/** The page for when pages cannot be rendered: while starting, above a limit, or when rendering failed. */
export function errorPage(problem: HttpProblem, assets: PageStyles, theme: Theme | undefined): string {
  const isWorthAnotherTry = problem.status >= 429;
  return plainPage(
    {
      heading: HEADINGS[problem.status] ?? 'Not a valid address',
      message: `${problem.message}${retryText(problem)}`,
      links: [
        ...(isWorthAnotherTry ? [{ href: '', label: 'Try Again' }] : []),
        { href: '/', label: 'Home' },
        // While this machine is away, so is its help.
        ...(problem.status === 503 ? [] : [{ href: '/help', label: 'Help' }]),
      ],
    },
    assets,
    theme,
  );
}

/** A page without the router and its scripts. Its one class is in web/styles/base.css. */
export function plainPage(
  { heading, message, links }: { heading: string; message: string; links: { href: string; label: string }[] },
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
    `</head><body><main class="plain-page"><h1>${heading}</h1><p>${escapeHtml(message)}</p>`,
    `<p>${links.map(({ href, label }) => `<a href="${href}">${label}</a>`).join(' ')}</p></main></body></html>`,
  ].join('');
}

/** `Retry-After` as a sentence; nothing where the message says it already. */
function retryText({ message, headers }: HttpProblem): string {
  const seconds = Number(headers['retry-after']);
  if (!(seconds > 0) || /\d+ (?:second|minute)/.test(message)) return '';
  return ` You can try again in ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
