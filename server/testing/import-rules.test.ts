import { describe, expect, test } from 'vitest';
import { findViolations } from './import-rules.ts';
import { makeSource, readSources } from './read-sources.ts';

describe('import rules and file locations', () => {
  test('every file follows the rules', async () => {
    const sources = await readSources();
    expect(sources.length).toBeGreaterThan(100);
    expect(findViolations(sources)).toEqual([]);
  });

  /** The rules themselves: one that never reports guards nothing. */
  test.each([
    ['contract/search.ts', "import { x } from 'fastify';", 'imports fastify'],
    ['contract/search.ts', "import type { Db } from '#server/core/database/pool.ts';", 'imports server/'],
    [
      'server/core/sessions/viewer.ts',
      "import { readConfig } from '../../config.ts';",
      'imports server/config.ts',
    ],
    [
      'server/core/sessions/viewer.ts',
      "import { x } from '../../features/account/account.public.ts';",
      'imports server/features/',
    ],
    [
      'server/features/search/search.a.ts',
      "import { x } from '../catalog/catalog.queries.ts';",
      'imports server/features/',
    ],
    [
      'server/features/search/search.a.ts',
      "import { x } from '#server/config.ts';",
      'imports server/config.ts',
    ],
    ['server/app.ts', `const page = await ${'import'}('#web/router.tsx');`, 'imports web/router.tsx'],
    [
      'server/app.ts',
      "import { createTestApp } from './testing/test-app.ts';",
      'imports server/testing/test-app.ts',
    ],
    ['server/main.ts', "import { buildWhenNeeded } from '../scripts/build.ts';", 'imports scripts/build.ts'],
    ['server/main.ts', "import { google } from '../sandbox/google.ts';", 'imports sandbox/google.ts'],
    [
      'server/features/billing/testing/x.ts',
      "import '../../../../sandbox/stripe/testing/sandbox.ts';",
      'knows nothing else of it',
    ],
    ['sandbox/testing/x.ts', "import '#server/testing/test-app.ts';", 'do not use the server’s'],
    ['web/ui/text/a.ts', 'const text = count.toLocaleString();', 'costs a phone'],
    ['web/router.tsx', "import { x } from '#server/app.ts';", 'imports server/app.ts'],
    [
      'web/features/search/a.ts',
      "import { x } from '#web/features/catalog/catalog.queries.ts';",
      'imports web/features/',
    ],
    [
      'web/features/search/a.ts',
      "import { x } from '#web/layout/shell/page-shell.tsx';",
      'imports web/layout/',
    ],
    ['web/features/search/a.ts', "import { x } from '#web/router.tsx';", 'imports web/router.tsx'],
    [
      'web/ui/link.tsx',
      "import {\n  Link,\n} from '@tanstack/react-router';",
      'imports @tanstack/react-router',
    ],
    ['web/ui/link.tsx', "import '#web/api/client.ts';", 'imports web/api/client.ts'],
    ['web/api/client.ts', "import { x } from '#web/paths.ts';", 'imports web/paths.ts'],
    ['web/layout/a.tsx', "export { x } from '#web/pages/landing/landing-page.tsx';", 'imports web/pages/'],
    ['web/pages/a/a.tsx', "import { x } from '#web/routes/index.tsx';", 'imports web/routes/'],
    ['server/features/search/search.routes.ts', "import { sql } from 'kysely';", 'SQL belongs'],
    ['server/features/search/search.public.ts', "await db.selectFrom('prompts')", 'SQL belongs'],
    ['server/prepare-database.ts', "await pool.query('select 1')", 'SQL belongs'],
    ['server/features/search/search.public.ts', 'addRoute(app, x)', 'HTTP belongs'],
    ['server/core/pages/pages.ts', "process.env['PORT']", 'the environment'],
    ['web/pages/a/a.tsx', "await fetch('/api')", 'only fetch'],
    ['web/features/votes/a.ts', 'send(`/api/prompts/`)', 'through the contract'],
    ['server/core/x.ts', "export * from './y.ts';", 'no barrels'],
    ['web/ui/index.ts', '', 'no barrels'],
    ['server/core/utils.ts', '', 'a name must say'],
    ['web/helpers/dates.ts', '', 'a name must say'],
    ['web/pages/search-page.tsx', '', 'a page is a folder'],
    ['server/features/search/search-page.ts', '', 'feature.role.ts'],
    ['server/features/search/find.queries.ts', '', 'feature.role.ts'],
    ['server/features/billing/jobs/sweep.ts', '', 'feature.role.ts'],
    ['server/core/late.test.ts', '', 'a test carries the name'],
    ['scripts/build.ts', "import '../server/testing/test-app.ts';", 'imports server/testing/test-app.ts'],
    ['server/testing/x.ts', "import '../features/search/search.plan.ts';", 'the internals of one feature'],
    ['server/features/search/search.a.ts', "import './search.public.ts';", 'is for other features'],
    ['server/core/x.ts', "import type { X } from './x.ts';", 'no import cycles'],
  ])('%s with %j is reported', (path, code, message) => {
    const violations = findViolations([makeSource(path, code)]);
    expect(violations).toHaveLength(1);
    expect(violations[0]).toContain(message);
  });

  test.each([
    ['server/features/search/search.a.ts', "import { x } from '../catalog/catalog.public.ts';"],
    ['server/features/search/search.queries.ts', "import { sql } from 'kysely';"],
    ['server/features/search/search.a.test.ts', "import { x } from '../catalog/catalog.queries.ts';"],
    [
      'web/features/search/a.tsx',
      "import { Link } from '@tanstack/react-router';\nimport { x } from '#web/paths.ts';",
    ],
    ['server/features/billing/jobs/jobs.periodic.ts', ''],
    ['server/features/billing/testing/x.ts', "import '../../../../sandbox/stripe/start.ts';"],
    ['sandbox/main.ts', "import '#server/config.ts';"],
    ['web/pages/a/a.tsx', '  // await fetch() is not here\n/** nor fetch(here) */'],
    ['web/api/client.ts', "await fetch('/api')"],
    ['server/config.ts', 'process.env'],
    ['server/prepare-database.ts', "await client.query('begin')"],
  ])('%s with %j is allowed', (path, code) => {
    expect(findViolations([makeSource(path, code)])).toEqual([]);
  });
});

test('a cycle is found however long it is, once, and only its files are named', () => {
  const sources = [
    makeSource('contract/a.ts', "import './b.ts';"),
    makeSource('contract/b.ts', "import type { C } from './c.ts';\nimport './d.ts';"),
    makeSource('contract/c.ts', "export { a } from './a.ts';"),
    makeSource('contract/d.ts', "import { z } from 'zod';"),
  ];
  expect(findViolations(sources)).toEqual([
    'contract/a.ts → contract/b.ts → contract/c.ts → contract/a.ts: no import cycles, type-only ones included',
  ]);
});
