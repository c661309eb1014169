import { type StdioOptions, spawn } from 'node:child_process';

/** Who the server runs as. `undefined` everywhere means: as the current user. */
export interface ServerUser {
  name: string;
  uid: number;
  gid: number;
}

/**
 * The only environment our children get. Nothing of ours is passed on: LANG decides
 * encodings, PG* variables redirect initdb and postgres, TZ ends up in the cluster.
 */
export const childEnvironment = {
  PATH: [
    '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    '/opt/homebrew/bin:/run/current-system/sw/bin',
  ].join(':'),
  LC_ALL: 'C',
};

/** Node drops the supplementary groups too when it is given a uid. */
export function asUser(user: ServerUser | undefined): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {};
}

export interface RunResult {
  /** null: ended by a signal, or not startable (then `error` says why). */
  code: number | null;
  stdout: string;
  error: string;
}

/** Runs a short command to its end. Never throws: the caller decides what a failure means. */
export function runCommand(
  command: string,
  args: string[],
  options: { user?: ServerUser | undefined; lockFd?: number } = {},
): Promise<RunResult> {
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe'];
  if (options.lockFd !== undefined) stdio.push(options.lockFd);
  return new Promise<RunResult>((resolve) => {
    let stdout = '';
    let error = '';
    const child = spawn(command, args, {
      cwd: '/',
      env: childEnvironment,
      stdio,
      ...asUser(options.user),
    });
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      error += chunk.toString();
    });
    child.on('error', (reason) => resolve({ code: null, stdout, error: reason.message }));
    child.on('close', (code) => resolve({ code, stdout, error }));
    // Some refusals are thrown, not emitted: EPERM and EINVAL, where root may not change its uid.
  }).catch((reason: Error) => ({ code: null, stdout: '', error: reason.message }));
}
