import { expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import {
  blankProblem,
  blanksOf,
  fileOf,
  newestDraft,
  placeOf,
  readDraft,
  withBlank,
} from './delivery-draft.ts';

const brief = { goal: 'Say "hello": kindly', context: 'c', result: 'r' };
const order = (deliveries: Partial<Order['deliveries'][number]>[]) =>
  // The cast: only what is read of an order.
  ({ brief, deliveries }) as unknown as Order;

test('it starts with the goal, then with the newest delivery', () => {
  expect(newestDraft(order([]))).toEqual({ title: brief.goal, content: '', variables: [] });
  const newest = { title: 'New', content: 'Greet.', variables: [] };
  expect(newestDraft(order([{ title: 'Old' }, newest]))).toEqual(newest);
});

test('what was kept is read; what cannot be read is the newest', () => {
  const draft = { title: 'T', content: 'C', variables: [] };
  expect(readDraft(JSON.stringify(draft), order([]))).toEqual(draft);
  expect(readDraft('---\ntitle: "T"', order([]))).toEqual(newestDraft(order([])));
});

test('every name in brackets is a blank, once, as it was described', () => {
  const draft = { title: 'T', content: 'For [who] in [the_year]: [who], [Not this].', variables: [] };
  expect(blanksOf(draft)).toEqual([
    { name: 'who', label: 'Who', type: 'text' },
    { name: 'the_year', label: 'The year', type: 'text' },
  ]);
  const described = withBlank(draft, { name: 'who', label: 'Whom', type: 'long-text' });
  expect(blanksOf(described)[0]?.label).toBe('Whom');
  expect(blanksOf({ ...described, content: 'Nobody.' })).toEqual([]);
});

test('the file quotes every text and has no empty fields', () => {
  const draft = {
    title: brief.goal,
    content: 'Make [pages] pages, [tone].',
    variables: [
      { name: 'pages', label: 'Pages', type: 'number' as const, default: '2', help: ' ', required: false },
      { name: 'tone', label: 'Tone', type: 'choice' as const, default: '', options: ['calm', '', ' formal'] },
    ],
  };
  expect(fileOf(draft)).toBe(
    [
      '---',
      'title: "Say \\"hello\\": kindly"',
      'variables:',
      '  - {"name":"pages","label":"Pages","type":"number","default":2}',
      '  - {"name":"tone","label":"Tone","type":"choice","options":["calm","formal"]}',
      '---',
      '',
      'Make [pages] pages, [tone].',
    ].join('\n'),
  );
  expect(fileOf({ ...draft, content: 'Nothing.' })).toContain('\nvariables: []\n---\n\nNothing.');
});

test('a line of the file is found among the fields', () => {
  const draft = { title: 'T', content: 'One [a]\ntwo [b]', variables: [] };
  const lines = fileOf(draft).split('\n');
  const place = (text: string) => placeOf(draft, lines.findIndex((line) => line.includes(text)) + 1);
  expect(place('title')).toEqual({ field: 'title' });
  expect(place('"b"')).toEqual({ field: 'blank', name: 'b' });
  expect(place('two')).toEqual({ field: 'content', line: 2 });
  expect(placeOf({ ...draft, content: 'One' }, 6)).toEqual({ field: 'content', line: 1 });
});

test('what is wrong with a blank is said in the words of the form', () => {
  expect(blankProblem('variable 3, options: must have at least 2 entries')).toBe('give at least two choices');
  expect(blankProblem('variable 1, label: must have at least 2 characters')).toBe(
    'its label must have at least 2 characters',
  );
  expect(blankProblem('variable 2: is used nowhere')).toBe('is used nowhere');
});
