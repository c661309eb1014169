import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createKeeper,
  type Desk,
  exportAll,
  importText,
  NOTHING,
  openDesk,
  versions,
} from './testing/round-trip.ts';

const FILES = [
  { format: 'markdown', file: 'all.md' },
  { format: 'csv', file: 'all.csv' },
] as const;

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

test('a member’s export is imported unchanged as far as it reaches; exemplars it lacks are kept', async () => {
  const before = await versions(desk.full.database.pool);
  const member = await createKeeper(desk.full, 'advanced');
  for (const { format, file } of FILES) {
    const exported = await exportAll(member, format);
    const report = await importText(desk, desk.full, file, exported);
    expect([format, report]).toEqual([
      format,
      {
        ...NOTHING,
        read: desk.total,
        unchanged: desk.total - report.locked,
        skipped: report.locked,
        locked: report.locked,
      },
    ]);
    expect(report.locked).toBeGreaterThan(10);
  }
  expect(await versions(desk.full.database.pool)).toEqual(before);
});
