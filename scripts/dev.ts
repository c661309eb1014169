// `npm run dev`: the app with Vite in front of it. The browser's modules are replaced as they change; the pages are
// rendered from the sources on every request; Node restarts when server/ or contract/ change.
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { type Config, ConfigError, readConfig } from '#server/config.ts';
import { CONTENT_SECURITY_POLICY } from '#server/core/http/security/security-headers.ts';
import type { PageRenderer } from '#server/core/pages/renderer.ts';
import { type Pages, runProcess } from '#server/process.ts';

const ROOT = join(import.meta.dirname, '..');
const LOOPBACK = ['127.0.0.1', '::1'];
const ENTRY = '/@promptarium/entry.js';

/**
 * Vite's client and the preamble of fast refresh come before the app, from a script of ours: as inline scripts, which
 * Vite would write, they would need a hole in the policy.
 */
const entryPlugin: Plugin = {
  name: 'promptarium-entry',
  resolveId: (id) => (id === ENTRY ? id : undefined),
  load: (id) =>
    id === ENTRY
      ? `import '/@vite/client'; import '@vitejs/plugin-react/preamble'; import('/web/entry-client.tsx');`
      : undefined,
};

/**
 * The strict policy with the three holes Vite needs: styles it writes into the page, its socket, and the blob its
 * worker comes from that waits for a server that is away. Scripts stay our own, none inline.
 */
function developmentPolicy(): string {
  const strict = CONTENT_SECURITY_POLICY;
  const loose = strict
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", "connect-src 'self' ws://localhost:* ws://127.0.0.1:*");
  return `${loose}; worker-src 'self' blob:`;
}

/** Vite serves the sources of this machine: to this machine only, and never in production. */
function readDevelopmentConfig(): Config {
  const config = readConfig();
  const problems = [
    ...(config.mode === 'production' ? ['NODE_ENV must not be production for "npm run dev"'] : []),
    ...(LOOPBACK.includes(config.host) ? [] : ['HOST must be a loopback address for "npm run dev"']),
  ];
  if (problems.length > 0) throw new ConfigError(problems);
  // There is no balancer to wait for, and what was rendered before an edit must not be shown again.
  return { ...config, mode: 'development', drainMilliseconds: 0, cacheBytes: 0 };
}

async function loadPages(): Promise<Pages> {
  let vite: ViteDevServer | undefined;
  const render: PageRenderer['render'] = async (call) => {
    if (!vite) throw new Error('The page was requested before Vite was there.');
    try {
      // Shape of web/entry-server.tsx, which TypeScript cannot see through a string.
      const pages = (await vite.ssrLoadModule('/web/entry-server.tsx')) as Pick<PageRenderer, 'render'>;
      return await pages.render(call);
    } catch (error) {
      if (error instanceof Error) vite.ssrFixStacktrace(error);
      throw error;
    }
  };
  return {
    // The style sheet as a file too, or the page would be naked until the scripts have run.
    renderer: { render, assets: { script: ENTRY, styles: ['/web/styles/index.css'] } },
    clientDir: undefined,
    contentSecurityPolicy: developmentPolicy(),
    async install(app) {
      vite = await startVite(app);
    },
    async close() {
      await vite?.close();
    },
  };
}

/** Vite answers requests for its own files and passes everything else on to the app. */
async function startVite(app: FastifyInstance): Promise<ViteDevServer> {
  const vite = await createServer({
    root: ROOT,
    appType: 'custom',
    plugins: [entryPlugin],
    server: { middlewareMode: true, hmr: { server: app.server } },
    optimizeDeps: { entries: ['web/entry-client.tsx'] },
  });
  // Fastify's own listener is the only one, and Node's types know a listener of any event.
  const handlers = app.server.listeners('request') as RequestListener[];
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    vite.middlewares(request, response, () => {
      for (const handle of handlers) handle(request, response);
    });
  });
  return vite;
}

await runProcess({ readSettings: readDevelopmentConfig, loadPages });
