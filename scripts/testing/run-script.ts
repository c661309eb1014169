import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { COMPILE_CACHE } from '#server/testing/compile-cache.ts';

const SCRIPTS = join(import.meta.dirname, '..');

export interface ScriptResult {
  code: number | null;
  out: string;
  err: string;
}

/** The folder to run in, extra settings, and the database: a URL, or the embedded one of a folder. */
type RunOptions = { cwd: string; settings?: Readonly<Record<string, string>> } & (
  | { databaseUrl: string }
  | { dataDir: string }
);

function surroundings({ cwd, settings, ...database }: RunOptions) {
  const setting =
    'dataDir' in database ? { DATA_DIR: database.dataDir } : { DATABASE_URL: database.databaseUrl };
  const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: COMPILE_CACHE };
  return { cwd, env: { ...env, ...settings, ...setting } };
}

/** Runs a script of ours as a person would, in a process of its own. */
export function runScript(
  script: string,
  args: readonly string[],
  options: RunOptions,
): Promise<ScriptResult> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [join(SCRIPTS, script), ...args], surroundings(options));
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

/** What script-runner.ts is sent. */
export interface ScriptRun {
  script: string;
  args: readonly string[];
}

export interface ScriptRunner {
  /** One after the other. */
  run(script: string, ...args: string[]): Promise<ScriptResult>;
  close(): void;
}

/** Many runs in one process: all that most tests need, for a fraction of the time. */
export function startScriptRunner(options: RunOptions): ScriptRunner {
  const child = fork(join(import.meta.dirname, 'script-runner.ts'), surroundings(options));
  return {
    async run(script, ...args) {
      const run: ScriptRun = { script: join(SCRIPTS, script), args };
      child.send(run);
      const [result]: ScriptResult[] = await once(child, 'message', { signal: AbortSignal.timeout(60_000) });
      if (!result) throw new Error(`${script} gave no result.`);
      return result;
    },
    close: () => child.disconnect(),
  };
}
