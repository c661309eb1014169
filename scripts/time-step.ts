/**
 * One line for each step of a start with the time it took: `  Starting the database        0.21 s`. At a terminal a
 * step shows while it runs; steps may overlap, then the line names the one started last.
 * @returns what `work` returns; a step that fails leaves no line
 */
export async function showStep<T>(label: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const { stdout } = process;
  if (stdout.isTTY) stdout.write(`\r\x1b[K  ${label}…`);
  try {
    const result = await work();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(2);
    stdout.write(`${clearLine()}${`  ${label}`.padEnd(28)} ${seconds.padStart(6)} s\n`);
    return result;
  } catch (error) {
    stdout.write(clearLine());
    throw error;
  }
}

const clearLine = () => (process.stdout.isTTY ? '\r\x1b[K' : '');
