// `npm run bench`: what we claim about speed, measured again. Prints a table and keeps it in bench/RESULTS.md.
// Machines are shared and noisy: figures are medians, bars are ratios wherever a ratio says it.
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { measureAnswers } from '../bench/answers.ts';
import { openDatabases } from '../bench/databases.ts';
import { measureLighthouse } from '../bench/lighthouse.ts';
import { measureMembers } from '../bench/members.ts';
import { ROOT, startApp } from '../bench/processes.ts';
import { type Row, table } from '../bench/row.ts';
import { measureSearch } from '../bench/search.ts';
import { measureStart } from '../bench/start.ts';
import { measureWeight } from '../bench/weight.ts';
import { SEARCH_KINDS } from '../bench/words.ts';
import { buildWhenNeeded } from './build.ts';
import { ensureChromium } from './chromium.ts';

const say = (line: string) => console.log(line);

ensureChromium();
await buildWhenNeeded();
const databases = await openDatabases(say);
const rows: Row[] = [...(await measureStart())];
try {
  const app = await startApp(databases.content);
  try {
    rows.push(
      ...(await measureWeight(app)),
      ...(await measureLighthouse(app)),
      ...(await measureAnswers(app)),
    );
    const megabytes = await app.memory();
    rows.push({
      what: 'Server memory after the page load, content',
      figure: `${Math.round(megabytes)} MB`,
      bar: '< 300 MB',
      holds: megabytes < 300,
    });
    rows.push(...(await measureMembers(app, databases.content)));
    rows.push({
      what: 'Server memory after the members’ load, content',
      figure: `${Math.round(await app.memory())} MB`,
      bar: 'none set',
      holds: true,
    });
  } finally {
    await app.stop();
  }
  rows.push(...(await measureSearch(databases, SEARCH_KINDS)));
} finally {
  await databases.stop();
}

const text = table(rows);
say(`\n${text}\n`);
const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, Node ${process.versions.node}`;
const day = new Date().toISOString().slice(0, 10);
await writeFile(
  join(ROOT, 'bench', 'RESULTS.md'),
  `# What we claim about speed\n\nWritten by \`npm run bench\` on ${day} (${machine}; the server on one core, load and database on the other). Compare ratios, not machines.\n\n${text}\n`,
);
process.exitCode = rows.every((row) => row.holds) ? 0 : 1;
