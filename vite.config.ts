import babel from '@rolldown/plugin-babel';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { iconSprite } from './scripts/vite/icon-sprite.ts';
import { namedStyles, shortClassNames } from './scripts/vite/named-styles.ts';
import { stripCrawlerTags } from './scripts/vite/strip-crawler-tags.ts';
import { stripSchemas } from './scripts/vite/strip-schemas.ts';

/** Which plugin takes how long is nothing `npm start` need say. */
const QUIET = { bundlerTimings: false };

/**
 * Left alone, what files share becomes dozens of under 2 kB each. One file for all that every page runs, so that nothing
 * of it ends up among what only some pages fetch later, and is fetched with that; and one for what some share. More than
 * one of those would import each other in a circle, and a file of a circle can run before what it needs.
 */
const SHARED = [
  // What staff's pages share, away from what members' and visitors' pages fetch.
  {
    name: 'staff',
    test: /\/web\/(?:features|pages)\/admin\/|\/@tanstack\/(?:react-table|table-core)\//,
    minShareCount: 2,
    includeDependenciesRecursively: false,
    priority: 2,
  },
  { name: 'first', tags: ['$initial' as const], test: /^(?!.*\/web\/start\.ts)/, priority: 1 },
  { name: 'later', minShareCount: 2 },
];

/**
 * A circle of files builds without a word and fails on the page that happens to enter it at the wrong end.
 * @throws Error naming the files
 */
function refuseCircles(): Plugin {
  return {
    name: 'refuse-circles',
    generateBundle(_options, bundle) {
      const importsOf = (file: string) => (bundle[file]?.type === 'chunk' ? bundle[file].imports : []);
      for (const start of Object.keys(bundle)) {
        const reached = new Set(importsOf(start));
        for (const file of reached) for (const next of importsOf(file)) reached.add(next);
        if (reached.has(start)) this.error(`${start} imports itself by way of ${[...reached].join(', ')}`);
      }
    },
  };
}

/**
 * React's compiler pays where much is drawn again at each letter typed. What a category's page runs is drawn when it
 * opens and when a filter is pressed: compiled, that script would be 6 kB more for everybody who comes.
 */
const NOT_COMPILED =
  /\/web\/(?:api|layout|routes|ui|pages\/(?:category|lists)|features\/(?:account|catalog|favorites|prompts\/card|shortcuts))\/|(?:billing\.queries|entry-client|search-frame|lazy-live-search)\.tsx?/;

const compiler = reactCompilerPreset();
const { filter } = compiler.rolldown;
compiler.rolldown.filter = { ...filter, id: { exclude: NOT_COMPILED } };

/**
 * Left alone, what is shared is named by all who share it. Of the hash as few characters as so many files allow: each
 * page's script names all of them, and nothing in them compresses.
 */
const shortName = (name: string) => name.replace(/(?:-page)?(?:~.*)?$/, '');
const chunkFileNames = ({ name }: { name: string }) => `assets/${shortName(name)}-[hash:7].js`;
const assetFileNames = ({ names: [name = ''] }: { names: string[] }) =>
  name.endsWith('.css')
    ? `assets/${shortName(name.slice(0, -'.css'.length))}-[hash:6].css`
    : 'assets/[name]-[hash][extname]';

/** Built twice: for the browser (dist/client) and, with --ssr, for the server (dist/server). */
export default defineConfig(({ command, isSsrBuild }) => ({
  publicDir: false,
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: 'web/routes',
      generatedRouteTree: 'web/route-tree.gen.ts',
      addExtensions: true,
      autoCodeSplitting: false,
      quoteStyle: 'single',
    }),
    react(),
    babel({ presets: [stripCrawlerTags, compiler] }),
    iconSprite(import.meta.dirname),
    namedStyles(),
    refuseCircles(),
    stripSchemas(),
  ],
  // What fills in for browsers without React's own hook, which here none is.
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  css: { modules: { generateScopedName: shortClassNames(import.meta.dirname) } },
  build: {
    target: 'es2022',
    sourcemap: false,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // With a page's file, those it shares with others: its own is on its way by then, and a list of all is 1 kB.
    modulePreload: { resolveDependencies: (file, needed) => needed.filter((each) => each !== file) },
    ...(isSsrBuild
      ? {
          outDir: 'dist/server',
          // One file: a page that was loaded only when somebody asks for it would be gone after the next build.
          rolldownOptions: {
            input: 'web/entry-server.tsx',
            checks: QUIET,
            output: { codeSplitting: false },
          },
        }
      : {
          outDir: 'dist/client',
          manifest: true,
          rolldownOptions: {
            input: ['web/start.ts', 'web/entry-client.tsx'],
            checks: QUIET,
            output: { codeSplitting: { groups: SHARED }, chunkFileNames, assetFileNames },
          },
        }),
  },
  // Bundled whole, and the mode filled in (Vite does that for browsers only), so that React's own build for production
  // is chosen now and not by the environment at run time: the other one takes three to six times as long for a page. Not in
  // development, where Vite could not run the packages that are CommonJS.
  define: command === 'build' ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {},
  ssr: command === 'build' ? { noExternal: true } : {},
}));
