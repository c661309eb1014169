import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface TestFolder {
  path: string;
  /** Writes text or bytes; makes the folders above. */
  write(file: string, text: string | Buffer): Promise<string>;
  remove(file: string): Promise<void>;
  drop(): Promise<void>;
}

/** A folder of its own under the system's temporary one. */
export async function createTestFolder(): Promise<TestFolder> {
  const path = await mkdtemp(join(tmpdir(), 'promptarium-library-'));
  return {
    path,
    async write(file, text) {
      const target = join(path, file);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, text);
      return target;
    },
    remove: (file) => rm(join(path, file)),
    drop: () => rm(path, { recursive: true, force: true }),
  };
}

export const SHELVES = `categories:
  - slug: garden
    name: Garden
    description: All that grows.
    topics:
      - slug: herbs
        name: Herbs
        description: Small leaves, strong taste.
      - slug: trees
        name: Trees
        description: Tall and slow.
`;

/** A prompt's file that loads; the front matter takes any lines more. */
export function promptFile(
  parts: { title?: string; tier?: string; content?: string; more?: string } = {},
): string {
  const {
    title = 'Plan a bed of herbs',
    tier = 'basic',
    content = 'Plan a bed for [herbs].',
    more = '',
  } = parts;
  return `---
title: ${title}
summary: Name the herbs, get a plan.
description: For anybody with a window sill.
tier: ${tier}
${more}variables:
  - name: herbs
    label: Herbs
    type: text
    required: true
---
${content}
`;
}
