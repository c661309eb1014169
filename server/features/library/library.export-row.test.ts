// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders of imported prompts look like that.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TIERS, type Tier } from '#contract/tiers.ts';
import { type KeptPrompt, toRow } from './library.export-row.ts';
import { readRow } from './library.import-row.ts';

function imported(row: { act: string; prompt: string; type: string }, tier: Tier): KeptPrompt {
  const made = readRow({ line: 1, ...row }, tier);
  if ('problem' in made) throw new Error(made.problem);
  const { isBrokenJson: _, ...prompt } = made;
  return { ...prompt, tier };
}

const NAMES = ['Topic', 'target_audience', 'toneOfVoice', 'X', 'länge', "Reader's level", 'name'];

const written = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .filter((text) => text.isWellFormed() && !/[\0\r{}$[\]\\"]/.test(text) && text.trim() !== '');
const initial = fc.oneof(
  written,
  fc.constant('a "quoted" default\nof two lines'),
  fc.constant('x'.repeat(150)),
);
const placeholder = fc
  .tuple(fc.constantFrom(...NAMES), fc.option(initial))
  .map(([name, value]) => (value === null ? `\${${name}}` : `\${${name}:${value}}`));
const part = fc.oneof(
  written,
  placeholder,
  fc.constantFrom('[name]', '[topic]', '[topic_2]', '${user.name}', '\n\n# Heading\n', '- one\n- two\n'),
);
const text = fc
  .array(part, { minLength: 1, maxLength: 12 })
  .map((parts) => parts.join(' ').trim())
  .filter((whole) => whole !== '');

test('an imported row, exported and imported again, is the same prompt', () => {
  const types = fc.constantFrom('TEXT', 'STRUCTURED', 'IMAGE', '');
  fc.assert(
    fc.property(written, text, types, fc.constantFrom(...TIERS), (act, prompt, type, tier) => {
      const kept = imported({ act, prompt, type }, tier);
      expect(imported(toRow(kept), tier)).toEqual(kept);
    }),
    { numRuns: 500 },
  );
});

test('so is one in JSON, whose defaults stand in it with its escapes', () => {
  const types = fc.constantFrom('TEXT', 'STRUCTURED');
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), types, (parts, type) => {
      const prompt = JSON.stringify({ prompt: parts.join(' '), tone: '${Tone:"calm"}' });
      const kept = imported({ act: 'Title', prompt, type }, 'basic');
      expect(imported(toRow(kept), 'basic')).toEqual(kept);
    }),
    { numRuns: 500 },
  );
});

test('authored variables go out as placeholders where their names come back, else the text as it is', () => {
  const kept: KeptPrompt = {
    title: 'Plan a bed',
    summary: 'Written by hand.',
    description: 'Written by hand too.',
    content: 'Plan a bed for [herbs] in [units].',
    variables: [
      { name: 'herbs', label: 'Herbs', type: 'text', required: true, help: 'Two or three' },
      { name: 'units', label: 'Units', type: 'choice', options: ['cm', 'in'], default: 'cm' },
    ],
    tier: 'pro',
  };
  expect(toRow(kept)).toEqual({
    act: 'Plan a bed',
    prompt: 'Plan a bed for ${Herbs} in ${Units:cm}.',
    type: 'TEXT',
  });
  const renamed = kept.variables.map((variable) => ({ ...variable, label: `Which ${variable.label}` }));
  expect(toRow({ ...kept, variables: renamed }).prompt).toBe(kept.content);
  expect(toRow({ ...kept, content: '{"prompt": "Plan."}', variables: [] }).type).toBe('STRUCTURED');
});
