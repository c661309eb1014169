import { BRAND } from './brand.ts';

/**
 * The header of pages that are written without the router: the server's when nothing can be rendered, the service
 * worker's when nothing can be fetched. The mark is that of web/ui/graphics/logo.tsx, its styles are in base.css.
 */
export const PLAIN_HEADER = [
  '<header class="plain-header"><a href="/">',
  '<svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true">',
  '<rect width="28" height="28" rx="5"/><path d="M6 5.5h12v3H6zM6 15.5h12v3H6zM6 20.5h12v3H6z"/>',
  '<path d="M10.5 10.5h12v3h-12z"/></svg>',
  `${BRAND.name}</a></header>`,
].join('');
