import { spawn } from 'node:child_process';
import { join } from 'node:path';

const SCRIPTS = join(import.meta.dirname, '..');

export interface ScriptResult {
  code: number | null;
  out: string;
  err: string;
}

/** Runs a script of ours as a person would, from any folder, on this database. */
export function runScript(
  script: string,
  args: readonly string[],
  { cwd, databaseUrl }: { cwd: string; databaseUrl: string },
): Promise<ScriptResult> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [join(SCRIPTS, script), ...args], {
      cwd,
      env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl },
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    child.on('error', failed);
    child.on('close', (code) => done({ code, out, err }));
  });
}
