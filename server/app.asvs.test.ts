import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const text = readFileSync(join(ROOT, 'docs', 'security', 'asvs.md'), 'utf8');
/** Its cells: number, level, title, state, where. */
const rows = text
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, id = '']) => /^\d+\.\d+\.\d+$/.test(id))
  .map(([, id, level, , state, where = '']) => ({ id, level, state, where }));
const count = (state: string) => rows.filter((row) => row.state === state).length;

test('the table lists every ASVS 5.0.0 requirement of levels 1 and 2 exactly once', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(253);
  expect(rows).toHaveLength(253);
  expect(rows.filter(({ level }) => level !== '1' && level !== '2')).toEqual([]);
});

test('every file the table names exists', () => {
  const named = rows.flatMap(({ where }) =>
    [...where.matchAll(/`((?:[\w-]+\/)[\w./-]+\.\w+|[\w-]*\.(?:json|yaml)|Dockerfile|\.dockerignore)`/g)].map(
      ([, path = '']) => path,
    ),
  );
  expect(named.length).toBeGreaterThan(200);
  expect([...new Set(named)].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('every met requirement names its code, and the introduction’s count is right and at least 95 percent', () => {
  expect(rows.filter(({ state, where }) => state === 'met' && !where.includes('`'))).toEqual([]);
  const [met, unmet] = [count('met'), count('not met')];
  const share = (met / (met + unmet)) * 100;
  expect(text).toContain(
    `Met ${met} of the ${met + unmet} that are for the app (${share.toFixed(1)} %), ${unmet} not met`,
  );
  expect(text).toContain(`; ${count('operator')} are for whoever runs it`);
  expect(share).toBeGreaterThanOrEqual(95);
});
