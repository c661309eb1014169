// Runs scripts of ours one after the other in this process, each as if it were alone: a process of its own would spend
// its time on loading the server. run-script.ts starts it and says which.
import { pathToFileURL } from 'node:url';
import type { ScriptResult, ScriptRun } from './run-script.ts';

let written = { out: '', err: '' };
let runs = 0;

process.stdout.write = (text) => {
  written.out += text;
  return true;
};
process.stderr.write = (text) => {
  written.err += text;
  return true;
};

process.on('message', async ({ script, args }: ScriptRun) => {
  written = { out: '', err: '' };
  process.argv = [process.execPath, script, ...args];
  process.exitCode = 0;
  runs += 1;
  // Another address each time: the script itself runs again, what it imports is there.
  await import(`${pathToFileURL(script)}?run=${runs}`).catch((error: unknown) => {
    written.err += String(error);
    process.exitCode = 1;
  });
  const result: ScriptResult = { code: Number(process.exitCode), ...written };
  process.send?.(result);
});
