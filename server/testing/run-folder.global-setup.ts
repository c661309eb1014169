import type { TestProject } from 'vitest/node';
import { makeTestFolder } from './test-folder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** For what the files of a run share (cached-data-folder.ts). */
    runFolder: string;
  }
}

/** Global setup: a folder that lives as long as the run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await makeTestFolder();
  project.provide('runFolder', folder.path);
  return folder.remove;
}
