import { createServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { build } from 'vite';
import { handleStripeJs } from '../pages.ts';
import { FakePayments } from './fake-payments.ts';

export interface Checkout {
  /** The app with the page of checkout-page.tsx. */
  url: string;
  /** The same app by another name, which the sandbox does not serve. */
  otherUrl: string;
  payments: FakePayments;
  close(): Promise<void>;
}

/** Two origins: a small app that pays, under the policy Stripe asks for, and the sandbox it pays at. */
export async function startCheckout(): Promise<Checkout> {
  const script = await bundle();
  const app = await listen((request, response) => {
    if (request.url === '/page.js') {
      response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(script);
      return;
    }
    const query = new URL(request.url ?? '/', 'http://app').searchParams;
    const isStripes = query.has('stripes');
    const origin = query.get('sandbox') ?? sandbox.origin;
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy(isStripes, origin),
      })
      .end(page(isStripes ? '' : `<script src="${origin}/endive/stripe.js"></script>`));
  });
  const sandbox = await listen((request, response) => {
    if (!handleStripeJs(request, response, payments)) response.writeHead(404).end();
  });
  const payments = new FakePayments({ origin: sandbox.origin, appOrigin: app.origin });

  /** The app's policy for payment pages, with the sandbox in place of Stripe; the script may come from Stripe's address. */
  function policy(isStripes: boolean, origin: string): string {
    const script = isStripes ? 'https://*.js.stripe.com https://js.stripe.com' : origin;
    return `default-src 'self'; base-uri 'self'; object-src 'none'; frame-ancestors 'none'; form-action 'self'; script-src 'self' ${script}; frame-src ${origin}; connect-src 'self'; style-src 'self'; img-src 'self' data:`;
  }

  return {
    url: app.origin,
    otherUrl: app.origin.replace('127.0.0.1', 'localhost'),
    payments,
    close: async () => {
      await Promise.all([app.close(), sandbox.close()]);
    },
  };
}

function page(scripts: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Checkout</title><link rel="icon" href="data:,">${scripts}</head><body><main><h1>Checkout</h1><div id="root"></div></main><script type="module" src="/page.js"></script></body></html>`;
}

async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    // React's checks are in the other build only.
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      rolldownOptions: { input: join(import.meta.dirname, 'checkout-page.tsx') },
    },
  });
  const { output } = Array.isArray(result)
    ? (result[0] ?? { output: [] })
    : 'output' in result
      ? result
      : { output: [] };
  const [chunk] = output;
  if (chunk?.type !== 'chunk') throw new Error('The checkout page was not built.');
  return chunk.code;
}

async function listen(handler: RequestListener): Promise<{ origin: string; close(): Promise<void> }> {
  const server: Server = createServer(handler);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
