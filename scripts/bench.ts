// `npm run bench`: what we claim about speed, measured again. `npm run bench -- cache search` measures these groups
// alone. Prints each group's table and replaces its section of bench/RESULTS.md.
// Machines are shared and noisy: figures are medians, thresholds are ratios where possible.
import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { measureCache } from '../bench/cache.ts';
import { measureCluster } from '../bench/cluster/measure-cluster.ts';
import { measureComments } from '../bench/comments.ts';
import { type BenchDatabases, openDatabases } from '../bench/databases.ts';
import { measureFaultInjection } from '../bench/fault-injection/fault-injection.ts';
import { measureFuzz } from '../bench/fuzz.ts';
import { measureLighthouse } from '../bench/lighthouse.ts';
import { measureMembers } from '../bench/members.ts';
import { measureMixed } from '../bench/mixed.ts';
import { measureWeight } from '../bench/page-weight.ts';
import { measurePayments } from '../bench/payments.ts';
import { ROOT, type RunningApp, startApp } from '../bench/processes.ts';
import { measureRestarts } from '../bench/restarts.ts';
import { memoryRow, type ResultRow, table } from '../bench/result-row.ts';
import { measureScale } from '../bench/scale.ts';
import { measureSearch } from '../bench/search.ts';
import { measureSlowClients } from '../bench/slow-clients.ts';
import { measureStart } from '../bench/startup-time.ts';
import { measureVisitorResponses } from '../bench/visitor-responses.ts';
import { buildWhenNeeded } from './build.ts';
import { ensureChromium } from './chromium.ts';

const RESULTS = join(ROOT, 'bench', 'RESULTS.md');

const GROUPS: Readonly<Record<string, (databases: BenchDatabases) => Promise<ResultRow[]>>> = {
  start: () => measureStart(),
  pages: (databases) =>
    withApp(databases, async (app) => [
      ...(await measureWeight(app)),
      ...(await measureLighthouse(app, databases.content)),
    ]),
  visitors: (databases) =>
    withApp(databases, async (app) => [
      ...(await measureVisitorResponses(app)),
      await memoryRow('the page load, content', app, 300),
    ]),
  cache: (databases) => withApp(databases, (app) => measureCache(app, databases.content)),
  members: (databases) =>
    withApp(databases, async (app) => [
      ...(await measureMembers(app, databases.content)),
      await memoryRow('the members’ load, content', app, 400),
    ]),
  comments: (databases) => withApp(databases, (app) => measureComments(app, databases.content)),
  payments: (databases) => measurePayments(databases.content),
  mixed: (databases) => withApp(databases, (app) => measureMixed(app, databases.content)),
  fuzz: (databases) => measureFuzz(databases.content),
  slow: (databases) => withApp(databases, (app) => measureSlowClients(app)),
  restarts: (databases) => measureRestarts(databases.content),
  search: async (databases) => measureSearch(await databases.generate()),
  scale: async (databases) => measureScale(await databases.generateMillion()),
  cluster: () => measureCluster(),
  faults: () => measureFaultInjection(),
};

async function withApp(
  databases: BenchDatabases,
  measure: (app: RunningApp) => Promise<ResultRow[]>,
): Promise<ResultRow[]> {
  const app = await startApp(databases.content);
  try {
    return await measure(app);
  } finally {
    await app.stop();
  }
}

/** The sections of RESULTS.md by group; the text before the first is written again each time. */
async function readSections(): Promise<Map<string, string>> {
  const text = await readFile(RESULTS, 'utf8').catch(() => '');
  const sections = text.split(/^## /m).slice(1);
  return new Map(sections.map((section) => [section.split(/\s/, 1)[0] ?? '', section.trim()]));
}

async function writeSections(sections: ReadonlyMap<string, string>): Promise<void> {
  const order = Object.keys(GROUPS).filter((group) => sections.has(group));
  const introduction =
    '# What we claim about speed\n\nWritten by `npm run bench`: the server on one core, load and database on the other. Compare ratios, not machines.';
  const texts = [introduction, ...order.map((group) => `## ${sections.get(group)}`)];
  await writeFile(RESULTS, `${texts.join('\n\n')}\n`);
}

const asked = process.argv.slice(2);
const unknown = asked.filter((group) => !(group in GROUPS));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Groups are ${Object.keys(GROUPS).join(', ')}.`);
  process.exit(1);
}
const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, Node ${process.versions.node}`;
const day = new Date().toISOString().slice(0, 10);

if (asked.length === 0 || asked.includes('pages')) await ensureChromium();
await buildWhenNeeded();
const databases = await openDatabases((line) => console.log(line));
let allPass = true;
try {
  for (const [group, measure] of Object.entries(GROUPS)) {
    // Takes as long as all the others together.
    if (asked.length > 0 ? !asked.includes(group) : group === 'scale') continue;
    const rows = await measure(databases);
    allPass &&= rows.every((row) => row.passes);
    const sections = await readSections();
    sections.set(group, `${group}\n\n${day}, ${machine}.\n\n${table(rows)}`);
    console.log(`\n${sections.get(group)}\n`);
    await writeSections(sections);
  }
} finally {
  await databases.stop();
}
process.exitCode = allPass ? 0 : 1;
