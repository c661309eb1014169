import { findMisnamed } from './file-name-rules.ts';
import { findImportCycles } from './import-cycles.ts';
import type { Source } from './read-sources.ts';

interface ImportRule {
  /** Files that have to keep it. */
  appliesTo: (path: string) => boolean;
  /** Whether such a file may import that file of ours, or that package. */
  allows: (target: string, path: string) => boolean;
  reason: string;
}

/** Tests and what only tests use may import across every boundary except those between browser, server and contract. */
const isTest = (path: string) => /\.(?:test|e2e|fixture)\.tsx?$/.test(path) || /(?:^|\/)testing\//.test(path);
const isIn = (folder: string) => (path: string) => path.startsWith(`${folder}/`);
const isOurs = (target: string) =>
  /^(?:contract|server|web|sandbox|scripts|bench|e2e|content)\//.test(target);
const featureOf = (path: string) => /^(?:server|web)\/features\/([^/]+)\//.exec(path)?.[1];
const isTopOfWeb = (target: string) => /^web\/[^/]+\.tsx?$/.test(target);

/** A page-level helper of web/ a feature may use; the entries and the router are what uses features. */
const isWebHelper = (target: string) => isTopOfWeb(target) && !/^web\/(?:entry-|router)/.test(target);

/** docs/architecture.md, "Who may import whom". */
const IMPORT_RULES: readonly ImportRule[] = [
  {
    appliesTo: (path) => isIn('contract')(path) && !isTest(path),
    allows: (target) => target === 'zod' || isIn('contract')(target),
    reason: 'contract is shared by both sides: it imports zod and itself only',
  },
  {
    appliesTo: isIn('server'),
    allows: (target) => !isIn('web')(target),
    reason: 'the server renders pages through the bundle Vite makes, never by importing web',
  },
  {
    appliesTo: isIn('web'),
    allows: (target) => !isIn('server')(target),
    reason: 'what both sides need is in contract; the server’s code must not reach a browser',
  },
  {
    appliesTo: (path) => (isIn('server')(path) || isIn('web')(path)) && !isTest(path),
    allows: (target) => !isIn('sandbox')(target),
    reason: 'the sandbox is started by scripts and tests; the app knows base URLs only',
  },
  {
    appliesTo: (path) => isIn('server')(path) && isTest(path),
    allows: (target) => !isIn('sandbox')(target) || /^sandbox\/[^/]+\/start\.ts$/.test(target),
    reason: 'a test of the server starts a sandbox by its start.ts and knows nothing else of it',
  },
  {
    appliesTo: isIn('sandbox'),
    allows: (target) => !(isIn('server')(target) && isTest(target)),
    reason: 'the sandbox and its tests do not use the server’s: what needs both is in scripts or e2e',
  },
  {
    appliesTo: (path) => (isIn('server')(path) || isIn('web')(path)) && !isTest(path),
    allows: (target) => !/^(?:scripts|bench|e2e)\//.test(target),
    reason: 'scripts, bench and e2e are not part of the app',
  },
  {
    appliesTo: (path) => isIn('server')(path) && !isTest(path),
    allows: (target, path) => target !== 'stripe' || isIn('server/features/billing/provider')(path),
    reason: 'one folder speaks to the payment provider; everything else uses its types (provider.types.ts)',
  },
  {
    appliesTo: (path) => isIn('server')(path) && !isTest(path),
    allows: (target) => !isTest(target),
    reason: 'the app does not contain its tests',
  },
  {
    appliesTo: (path) => /^(?:web|sandbox|scripts)\//.test(path) && !isTest(path),
    allows: (target) => !isIn('server/testing')(target),
    reason: 'server/testing is for tests',
  },
  {
    appliesTo: isIn('server/testing'),
    allows: (target) => !isIn('server/features')(target) || /\.(?:public|routes|loading)\.ts$/.test(target),
    reason: 'all tests use server/testing, which must not import the internals of one feature',
  },
  {
    appliesTo: (path) => isIn('server/features')(path) && !isTest(path),
    allows: (target, path) => target !== `server/features/${featureOf(path)}/${featureOf(path)}.public.ts`,
    reason: 'a public interface is for other features; its own imports the file itself',
  },
  {
    appliesTo: (path) => isIn('server/core')(path) && !isTest(path),
    allows: (target) => !isOurs(target) || isIn('contract')(target) || isIn('server/core')(target),
    reason: 'core is the base of all features: it knows contract and itself, and gets settings as arguments',
  },
  {
    appliesTo: (path) => isIn('server/embedded-postgres')(path) && !isTest(path),
    allows: (target) => !isOurs(target) || isIn('server/embedded-postgres')(target),
    reason: 'the embedded PostgreSQL knows nothing of the app it serves',
  },
  {
    appliesTo: (path) => isIn('server/features')(path) && !isTest(path),
    allows: (target, path) =>
      !isOurs(target) ||
      isIn('contract')(target) ||
      isIn('server/core')(target) ||
      featureOf(target) === featureOf(path) ||
      (isIn('server/features')(target) && target.endsWith('.public.ts')),
    reason: 'a feature knows core, contract, itself, and the public interface (*.public.ts) of others',
  },
  {
    appliesTo: (path) => isIn('web/features')(path) && !isTest(path),
    allows: (target, path) =>
      !isOurs(target) ||
      /^(?:contract|web\/api|web\/ui)\//.test(target) ||
      isWebHelper(target) ||
      (isIn('web/features')(target) && featureOf(target) === featureOf(path)),
    reason:
      'a feature of the web knows api, ui, paths, contract, page-level helpers and itself; pages compose',
  },
  {
    appliesTo: (path) => isIn('web/ui')(path) && !isTest(path),
    allows: (target) =>
      target !== '@tanstack/react-query' &&
      target !== '@tanstack/react-router' &&
      (!isOurs(target) || isIn('web/ui')(target) || isIn('contract')(target)),
    reason: 'ui could live in another product: no data, no router, nothing of ours but the contract',
  },
  {
    appliesTo: (path) => isIn('web/api')(path) && !isTest(path),
    allows: (target) => !isOurs(target) || isIn('contract')(target) || isIn('web/api')(target),
    reason: 'api carries data; it knows contract and itself',
  },
  {
    appliesTo: (path) => isIn('web/layout')(path) && !isTest(path),
    allows: (target) => !/^web\/(?:pages|routes)\//.test(target),
    reason: 'pages use the layout, not the other way round',
  },
  {
    appliesTo: (path) => isIn('web/pages')(path) && !isTest(path),
    allows: (target) => !isIn('web/routes')(target),
    reason: 'routes name pages, not the other way round',
  },
];

interface CodeRule {
  /** Code that must not occur. */
  pattern: RegExp;
  where: (path: string) => boolean;
  reason: string;
}

const CODE_RULES: readonly CodeRule[] = [
  {
    pattern:
      /\bimport\s*\{[^}]*(?<!type )\bsql\b[^}]*\}\s*from\s*'kysely'|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\.query\((?!'(?:begin|commit|rollback)'\))/,
    where: (path) =>
      isIn('server')(path) &&
      !/^server\/(?:core|embedded-postgres)\//.test(path) &&
      !path.endsWith('.queries.ts') &&
      !isTest(path),
    reason: 'SQL belongs in *.queries.ts (and core, embedded); a transaction may be opened anywhere',
  },
  {
    pattern:
      /\baddRoute\(|\b(?:app|scope|server|features|instance|fastify)\.(?:route|get|post|put|delete|patch|head|all)\(/,
    where: (path) => isIn('server/features')(path) && !path.endsWith('.routes.ts') && !isTest(path),
    reason: 'HTTP belongs in *.routes.ts',
  },
  {
    pattern: /\bprocess\.env\b/,
    where: (path) =>
      (isIn('contract')(path) || isIn('server')(path) || isIn('web')(path)) &&
      path !== 'server/config.ts' &&
      !isTest(path),
    reason: 'the environment is read once, in server/config.ts',
  },
  {
    pattern: /(?<![.\w])fetch\(/,
    where: (path) =>
      (isIn('contract')(path) || isIn('web')(path)) &&
      !isIn('web/api')(path) &&
      !isIn('web/service-worker')(path) &&
      !isTest(path),
    reason: 'web/api holds the only fetch of pages; the service worker stands between it and the network',
  },
  {
    pattern: /['"`]\/api\//,
    where: (path) => isIn('web')(path) && !isTest(path),
    reason: 'the browser calls endpoints through the contract: call(addFavorite, { id })',
  },
  {
    pattern: /\bIntl\.|\.toLocale(?:Date|Time)?String\(/,
    where: (path) => isIn('web')(path) && !isIn('web/features/billing')(path) && !isTest(path),
    reason: 'web/ui/text writes dates and numbers: the first formatter of Intl costs a phone 80 ms',
  },
  {
    pattern: /^export \* /m,
    where: () => true,
    reason: 'no barrels: an import names the file it means',
  },
];

/** Every breach of the rules in these files: one line each, with the reason. */
export function findViolations(sources: readonly Source[]): string[] {
  const perFile = sources.flatMap((source) => [
    ...importViolations(source),
    ...CODE_RULES.filter(({ pattern, where }) => where(source.path) && pattern.test(source.code)).map(
      ({ pattern, reason }) => `${source.path} has "${pattern.exec(source.code)?.[0].trim()}": ${reason}`,
    ),
  ]);
  return [...perFile, ...findMisnamed(sources.map(({ path }) => path)), ...findImportCycles(sources)];
}

function importViolations({ path, imports }: Source): string[] {
  return IMPORT_RULES.filter((rule) => rule.appliesTo(path)).flatMap((rule) =>
    imports
      .filter((target) => !rule.allows(target, path))
      .map((target) => `${path} imports ${target}: ${rule.reason}`),
  );
}
