import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type pg from 'pg';

export interface ContentFolder {
  path: string;
  /** Writes text or bytes; makes the folders above. */
  write(file: string, text: string | Buffer): Promise<string>;
  remove(file: string): Promise<void>;
  drop(): Promise<void>;
}

/** A folder of its own under the system's temporary one. */
export async function createContentFolder(): Promise<ContentFolder> {
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

/** Removes every prompt, category and topic: cheaper than another database. */
export async function emptyLibrary(pool: pg.Pool): Promise<void> {
  await pool.query('truncate categories, search_vocabulary, search_postings, library_state cascade');
}

export const LIBRARY_YAML = `categories:
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

/** The output of an exemplar, as long as the rules ask for. */
export const EXEMPLAR_OUTPUT = Array.from({ length: 90 }, (_, index) => `word${index}`).join(' ');

/** An entry of the list `exemplars:` in front matter. */
export function exemplar(
  parts: { values?: string; model?: string; date?: string; output?: string } = {},
): string {
  const {
    values = '{ herbs: mint }',
    model = 'example',
    date = '2026-11-21',
    output = EXEMPLAR_OUTPUT,
  } = parts;
  return `  - values: ${values}\n    model: ${model}\n    date: ${date}\n    output: |-\n      ${output}\n`;
}

export const withExemplars = (...exemplars: string[]) =>
  promptFile({ more: `exemplars:\n${exemplars.join('')}` });
