import { readdir, readFile, readlink } from 'node:fs/promises';

/** argv[0] of every life line, by which it is known among processes. */
export const lifelineName = 'promptarium-lifeline';

interface ServerProcess {
  pid: number;
  parent: number;
}

/**
 * Signals the server processes of `folder` that no life line looks after: their sh was
 * killed too, or the postmaster died while a backend was deep in a query. Those under a life line
 * are ending by themselves, politely. Linux only; elsewhere nothing is found.
 * A process is known by its name and its working directory, never by a pid from a
 * file: in another container that pid is somebody else.
 */
export async function endOrphans(folder: string, signal: 'SIGQUIT' | 'SIGKILL'): Promise<void> {
  const found = await findServerProcesses(folder);
  const pids = new Set(found.map(({ pid }) => pid));
  for (const { pid, parent } of found) {
    // A child of a server process ends with it.
    if (pids.has(parent) || (await isLifeline(parent))) continue;
    try {
      process.kill(pid, signal);
    } catch {
      // Gone in the meantime.
    }
  }
}

/** The processes of initdb and postgres that work in `folder`, as far as we may look. */
export async function findServerProcesses(folder: string): Promise<ServerProcess[]> {
  const entries = await readdir('/proc').catch(() => []);
  const found: ServerProcess[] = [];
  for (const entry of entries) {
    if (!/^\d+$/.test(entry)) continue;
    const cwd = await readlink(`/proc/${entry}/cwd`).catch(() => '');
    if (cwd !== folder && !cwd.startsWith(`${folder}/`)) continue;
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '');
    // pid (name) state parent …: the name may hold blanks and brackets.
    const [, name, state, parent] = /^\d+ \((.*)\) (\S) (\d+)/s.exec(stat) ?? [];
    if ((name !== 'postgres' && name !== 'initdb') || state === 'Z') continue;
    found.push({ pid: Number(entry), parent: Number(parent) });
  }
  return found;
}

async function isLifeline(pid: number): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.split('\0').includes(lifelineName);
}
