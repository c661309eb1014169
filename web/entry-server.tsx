import { dehydrate, QueryClientProvider } from '@tanstack/react-query';
import { createRequestHandler, getSsrStatus, RouterServer } from '@tanstack/react-router/ssr/server';
import { renderToString } from 'react-dom/server';
import type { PageAssets, PageSettings, RenderRequest, RenderResult } from '#contract/rendering.ts';
import { createQueryClient } from './api/query.ts';
import { createRouter } from './router.tsx';

export { SITE_FILES as siteFiles } from './web-manifest.ts';

/**
 * Renders one page with its data: loaders run first, then one synchronous rendering, then the state they collected
 * goes into a block that the browser hydrates from without fetching again.
 */
export async function render(call: RenderRequest): Promise<RenderResult> {
  const settings: PageSettings = {
    origin: call.origin,
    theme: call.theme,
    isSandbox: call.isSandbox,
    tax: call.tax,
    renderedAt: new Date().toISOString(),
    assets: call.assets,
  };
  const queryClient = createQueryClient((path) => call.fetchApi(path));
  const handle = createRequestHandler({
    request: new Request(new URL(call.url, 'http://localhost')),
    createRouter: () => createRouter({ queryClient, settings }),
  });

  let html = '';
  const response = await handle(({ router }) => {
    const body = renderToString(
      <QueryClientProvider client={queryClient}>
        <RouterServer router={router} />
      </QueryClientProvider>,
    );
    const state = JSON.stringify({ settings, queries: dehydrate(queryClient) }).replaceAll('<', '\\u003c');
    html = `<!doctype html>${body.replace(
      '</body>',
      () =>
        `<script type="application/json" id="page-state">${state}</script>${scriptTag(settings.assets)}</body>`,
    )}`;
    return new Response(null, { status: getSsrStatus(router) });
  });
  queryClient.clear();

  const location = response.headers.get('location');
  if (location) return { status: 302, html: '', location };
  return { status: response.status, html };
}

function scriptTag({ script, start }: PageAssets): string {
  return start === undefined
    ? `<script type="module" src="${script}"></script>`
    : `<script type="module" src="${start}" data-page="${script}"></script>`;
}
