// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders of prompt collections look like that.

import { expect, test } from 'vitest';
import type { Variable } from '#contract/prompts.ts';
import { toRow } from './exports.row.ts';

const variable = (name: string, label: string, initial?: string): Variable =>
  initial === undefined ? { name, label, type: 'text' } : { name, label, type: 'text', default: initial };

const rowOf = (content: string, variables: Variable[], summary = 'Written by hand.') =>
  toRow({ title: 'Plan a bed', summary, content, variables });

test('variables become placeholders with their defaults', () => {
  expect(
    rowOf('Plan a bed for [herbs] in [units].', [
      variable('herbs', 'Herbs'),
      variable('units', 'Units', 'cm'),
    ]),
  ).toEqual({ act: 'Plan a bed', prompt: 'Plan a bed for ${Herbs} in ${Units:cm}.', type: 'TEXT' });
});

test('where a label does not make the name of its variable, the text stays as it is', () => {
  const variables = [variable('herbs', 'Which herbs'), variable('units', 'Units')];
  expect(rowOf('Plan [herbs] in [units].', variables).prompt).toBe('Plan [herbs] in [units].');
});

test.each<[string, string, Variable[], string]>([
  [
    'several defaults of one name',
    '[level] to [level_2]',
    [variable('level', 'Level', 'low'), variable('level_2', 'Level 2', 'high')],
    '${Level:low} to ${Level:high}',
  ],
  ['a name of one letter', 'for [x]', [variable('x', '[X]')], 'for ${X}'],
  [
    'a name the text has already',
    '[name] and [name_2]',
    [variable('name_2', 'Name', 'Ada')],
    '[name] and ${Name:Ada}',
  ],
  ['a name in letters of no alphabet of ours', 'about [value]', [variable('value', '主题')], 'about ${主题}'],
  ['accents', '[lange] long', [variable('lange', 'Länge')], '${Länge} long'],
  [
    'a name that was cut',
    '[describe_the_data_or_cell_references]',
    [
      variable(
        'describe_the_data_or_cell_references',
        'Describe the data or cell references that will be used',
      ),
    ],
    '${Describe the data or cell references that will be used}',
  ],
])('placeholders of imported texts return as they were: %s', (_what, content, variables, prompt) => {
  expect(rowOf(content, variables).prompt).toBe(prompt);
});

test('JSON is structured, with its escapes in defaults', () => {
  const variables = [variable('topic', 'Topic', 'the "best"')];
  expect(rowOf('{"prompt": "About [topic]."}', variables)).toMatchObject({
    prompt: '{"prompt": "About ${Topic:the \\"best\\"}."}',
    type: 'STRUCTURED',
  });
});

test('JSON that was imported as text is text: its beginning is its summary', () => {
  expect(rowOf('{"prompt": "Plan."}', [], '{"prompt": "Plan."}').type).toBe('TEXT');
});
