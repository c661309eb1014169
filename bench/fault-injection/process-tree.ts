import { readdir, readFile } from 'node:fs/promises';

/** A process and all its descendants, parents first. Linux only. */
export async function treeOf(root: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '');
    const [, parent] = /^\d+ \(.*\) \S (\d+)/s.exec(stat) ?? [];
    if (parent) parents.set(Number(entry), Number(parent));
  }
  const tree = [root];
  for (const pid of tree) {
    for (const [child, parent] of parents) if (parent === pid) tree.push(child);
  }
  return tree;
}

/** Sends it to all of them that still live. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // Ended meanwhile.
    }
  }
}
