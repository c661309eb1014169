import type { Source } from './sources.ts';

interface Fence {
  /** Files it stands around. */
  around: (path: string) => boolean;
  /** Whether such a file may import that one of ours, or that package. */
  allows: (target: string, path: string) => boolean;
  reason: string;
}

/** Tests and what only tests use may look over every fence but the ones between browser, server and contract. */
const isTest = (path: string) => /\.(?:test|e2e)\.tsx?$/.test(path) || /(?:^|\/)testing\//.test(path);
const isIn = (folder: string) => (path: string) => path.startsWith(`${folder}/`);
const isOurs = (target: string) =>
  /^(?:contract|server|web|sandbox|scripts|bench|e2e|content)\//.test(target);
const featureOf = (path: string) => /^(?:server|web)\/features\/([^/]+)\//.exec(path)?.[1];
const isTopOfWeb = (target: string) => /^web\/[^/]+\.tsx?$/.test(target);

/** A page-level helper of web/ a feature may use; the entries and the router are what uses features. */
const isWebHelper = (target: string) => isTopOfWeb(target) && !/^web\/(?:entry-|router)/.test(target);

/** ARCHITECTURE, "Who may import whom". */
const FENCES: readonly Fence[] = [
  {
    around: (path) => isIn('contract')(path) && !isTest(path),
    allows: (target) => target === 'zod' || isIn('contract')(target),
    reason: 'contract is shared by both sides: it imports zod and itself only',
  },
  {
    around: isIn('server'),
    allows: (target) => !isIn('web')(target),
    reason: 'the server draws pages through the bundle Vite makes, never by importing web',
  },
  {
    around: isIn('web'),
    allows: (target) => !isIn('server')(target),
    reason: 'what both sides need is in contract; the server’s code must not reach a browser',
  },
  {
    around: (path) => (isIn('server')(path) || isIn('web')(path)) && !isTest(path),
    allows: (target) => !isIn('sandbox')(target),
    reason: 'the sandbox is started by scripts and tests; the app knows base URLs only',
  },
  {
    around: (path) => (isIn('server')(path) || isIn('web')(path)) && !isTest(path),
    allows: (target) => !/^(?:scripts|bench|e2e)\//.test(target),
    reason: 'scripts, bench and e2e stand outside the app',
  },
  {
    around: (path) => isIn('server')(path) && !isTest(path),
    allows: (target, path) =>
      target !== 'stripe' ||
      /^server\/features\/billing\/billing\.stripe(?:-client|-objects)?\.ts$/.test(path),
    reason: 'one place speaks to the payment provider; everything else uses its words (billing.provider.ts)',
  },
  {
    around: (path) => isIn('server')(path) && !isTest(path),
    allows: (target) => !isTest(target),
    reason: 'the app does not contain its tests',
  },
  {
    around: (path) => isIn('server/core')(path) && !isTest(path),
    allows: (target) => !isOurs(target) || isIn('contract')(target) || isIn('server/core')(target),
    reason: 'core is what features stand on: it knows contract and itself, and gets settings as arguments',
  },
  {
    around: (path) => isIn('server/features')(path) && !isTest(path),
    allows: (target, path) =>
      !isOurs(target) ||
      isIn('contract')(target) ||
      isIn('server/core')(target) ||
      featureOf(target) === featureOf(path) ||
      (isIn('server/features')(target) && target.endsWith('.access.ts')),
    reason: 'a feature knows core, contract, itself, and the doors (*.access.ts) of others',
  },
  {
    around: (path) => isIn('web/features')(path) && !isTest(path),
    allows: (target, path) =>
      !isOurs(target) ||
      /^(?:contract|web\/api|web\/ui)\//.test(target) ||
      isWebHelper(target) ||
      (isIn('web/features')(target) && featureOf(target) === featureOf(path)),
    reason:
      'a feature of the web knows api, ui, paths, contract, page-level helpers and itself; pages compose',
  },
  {
    around: (path) => isIn('web/ui')(path) && !isTest(path),
    allows: (target) =>
      target !== '@tanstack/react-query' &&
      target !== '@tanstack/react-router' &&
      (!isOurs(target) || isIn('web/ui')(target) || isIn('contract')(target)),
    reason:
      'ui could live in another product: no data, no router, nothing of ours but the words of the contract',
  },
  {
    around: (path) => isIn('web/api')(path) && !isTest(path),
    allows: (target) => !isOurs(target) || isIn('contract')(target) || isIn('web/api')(target),
    reason: 'api carries data; it knows contract and itself',
  },
  {
    around: (path) => isIn('web/layout')(path) && !isTest(path),
    allows: (target) => !/^web\/(?:pages|routes)\//.test(target),
    reason: 'pages stand in the layout, not the other way round',
  },
  {
    around: (path) => isIn('web/pages')(path) && !isTest(path),
    allows: (target) => !isIn('web/routes')(target),
    reason: 'routes name pages, not the other way round',
  },
];

interface Habit {
  /** What must not be written. */
  pattern: RegExp;
  where: (path: string) => boolean;
  reason: string;
}

const HABITS: readonly Habit[] = [
  {
    pattern:
      /\bimport\s*\{[^}]*(?<!type )\bsql\b[^}]*\}\s*from\s*'kysely'|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\.query\((?!'(?:begin|commit|rollback)'\))/,
    where: (path) =>
      isIn('server')(path) && !isIn('server/core')(path) && !path.endsWith('.queries.ts') && !isTest(path),
    reason: 'SQL stands in *.queries.ts (and core); a transaction may be opened anywhere',
  },
  {
    pattern: /\baddRoute\(|\bapp\.(?:route|get|post|put|delete)\(/,
    where: (path) => isIn('server/features')(path) && !path.endsWith('.routes.ts') && !isTest(path),
    reason: 'HTTP stands in *.routes.ts',
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
    where: (path) => (isIn('contract')(path) || isIn('web')(path)) && !isIn('web/api')(path) && !isTest(path),
    reason: 'web/api holds the only fetch',
  },
  {
    pattern: /^export \* /m,
    where: () => true,
    reason: 'no barrels: an import names the file it means',
  },
];

const NAMELESS =
  /(?:^|\/)(?:utils?|misc|helpers?|common-utils)(?:\.[a-z]+)?\.tsx?$|(?:^|\/)(?:utils?|misc|helpers?)\//;
const BARREL = /(?:^|\/)index\.tsx?$/;

/** Everything these files do that the house does not: one line each, with the reason. */
export function findViolations(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => [
    ...importViolations(source),
    ...HABITS.filter(({ pattern, where }) => where(source.path) && pattern.test(source.code)).map(
      ({ pattern, reason }) => `${source.path} has "${pattern.exec(source.code)?.[0].trim()}": ${reason}`,
    ),
    ...nameViolations(source.path),
  ]);
}

function importViolations({ path, imports }: Source): string[] {
  return FENCES.filter((fence) => fence.around(path)).flatMap((fence) =>
    imports
      .filter((target) => !fence.allows(target, path))
      .map((target) => `${path} imports ${target}: ${fence.reason}`),
  );
}

function nameViolations(path: string): string[] {
  if (NAMELESS.test(path)) return [`${path}: a name must say what is inside`];
  // The router names its files by their addresses.
  if (BARREL.test(path) && !isIn('web/routes')(path)) return [`${path}: no barrels`];
  return [];
}
