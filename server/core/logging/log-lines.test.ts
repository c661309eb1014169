import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const MODULE = join(import.meta.dirname, 'log-lines.ts');

/** Output of a process that logs as many lines and then ends in its way. */
function logAndEnd(lines: number, ending: string): string {
  const code = `
    const { standardOutput } = await import(${JSON.stringify(MODULE)});
    for (let line = 0; line < ${lines}; line += 1) standardOutput.write('line ' + line + '\\n');
    ${ending}`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }).stdout;
}

test.each([
  ['exits', 'process.exit(0);'],
  ['runs out of work', ''],
  ['ends with an error nobody caught', "setTimeout(() => { throw new Error('lost'); }, 1);"],
])('no line is lost when the process %s', (_name, ending) => {
  expect(logAndEnd(3, ending)).toBe('line 0\nline 1\nline 2\n');
  expect(logAndEnd(20_000, ending).split('\n')).toHaveLength(20_001);
});

test('a stalled reader blocks nothing, and gets every line once it reads', async () => {
  // Touching process.stdout makes a pipe refuse instead of block, as the app does with its first sentence.
  const code = `
    process.stdout.write('first\\n');
    const { standardOutput } = await import(${JSON.stringify(MODULE)});
    for (let line = 0; line < 20_000; line += 1) standardOutput.write('line ' + line + '\\n');
    process.stderr.write('written');
    setTimeout(() => process.exit(0), 300);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code]);
  // It has written all of it although nobody reads.
  expect(String((await once(child.stderr, 'data'))[0])).toBe('written');
  let text = '';
  for await (const chunk of child.stdout) text += chunk;
  expect(text.split('\n')).toHaveLength(20_002);
  expect(text.endsWith('line 19999\n')).toBe(true);
});

test('a line is flushed after a short delay at most', () => {
  // SIGKILL leaves no time to write anything: what came out had been written before.
  const text = logAndEnd(1, "setTimeout(() => process.kill(process.pid, 'SIGKILL'), 400);");
  expect(text).toBe('line 0\n');
});
