import type { ResultRow } from '../result-row.ts';
import { fillData, fillWalDisk } from './full-disk.ts';
import { hangProvider, stormWebhooks } from './payment-provider.ts';
import { cutPower } from './power-cut.ts';
import { jumpClock, useUpDescriptors } from './process-limits.ts';
import { hangDatabase, slowDatabase } from './stalled-database.ts';

const FAULTS: Readonly<Record<string, () => Promise<ResultRow[]>>> = {
  'power-cut': cutPower,
  'full-data': fillData,
  'full-log': fillWalDisk,
  descriptors: useUpDescriptors,
  clock: jumpClock,
  'hung-database': hangDatabase,
  'slow-database': slowDatabase,
  'hung-provider': hangProvider,
  webhooks: stormWebhooks,
};

/** One fault after the other, each on an app of its own; `FAULT_SCENARIOS=clock,webhooks` tries these alone. Linux, root. */
export async function measureFaultInjection(): Promise<ResultRow[]> {
  if (process.getuid?.() !== 0) throw new Error('A bad day needs root: it mounts disks and fills them.');
  const requested = process.env['FAULT_SCENARIOS']?.split(',') ?? Object.keys(FAULTS);
  const rows: ResultRow[] = [];
  for (const name of requested) {
    const cause = FAULTS[name];
    if (cause === undefined)
      throw new Error(`Unknown: ${name}. Faults are ${Object.keys(FAULTS).join(', ')}.`);
    const results = await cause();
    for (const { label, result, passes } of results)
      console.log(`${passes ? 'passes' : 'FAILS'}: ${label}: ${result}`);
    rows.push(...results);
  }
  return rows;
}
