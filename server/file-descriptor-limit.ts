import { readFileSync } from 'node:fs';

/** PostgreSQL needs some 60 for itself, the app about as many before the first visitor comes. */
const NEEDED = 256;

class OpenFilesError extends Error {
  constructor(allowed: number) {
    super(
      `Promptarium needs ${NEEDED} open files, and this process may have ${allowed}. Allow more: "ulimit -n 1024" in this shell, LimitNOFILE= in a systemd unit.`,
    );
    this.name = 'OpenFilesError';
  }
}

/**
 * Ends a start that would fail later, and in words of others. Where the system does not say, it is believed to allow
 * enough.
 * @throws OpenFilesError
 */
export function requireFileDescriptors(limitsFile = '/proc/self/limits'): void {
  const allowed = readAllowed(limitsFile);
  if (allowed < NEEDED) throw new OpenFilesError(allowed);
}

/** Whether requireFileDescriptors will let a start through. */
export const hasEnoughFileDescriptors = (): boolean => !(readAllowed('/proc/self/limits') < NEEDED);

/** NaN where the system does not say. */
function readAllowed(limitsFile: string): number {
  return Number(/^Max open files\s+(\d+)/m.exec(readLimits(limitsFile))?.[1] ?? Number.NaN);
}

function readLimits(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
