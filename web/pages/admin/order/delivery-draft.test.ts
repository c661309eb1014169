import { expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { blanksOf, fileOf, newestDraft, parseDraft, placeOf, withBlank } from './delivery-draft.ts';

const brief = { goal: 'Say "hello": kindly', context: 'c', result: 'r' };
const order = (deliveries: Partial<Order['deliveries'][number]>[]) =>
  // The cast: only what is read of an order.
  ({ brief, deliveries }) as unknown as Order;

test('it starts with the goal, then with the newest delivery', () => {
  expect(newestDraft(order([]))).toEqual({ title: brief.goal, content: '', variables: [] });
  const newest = { title: 'New', content: 'Greet.', variables: [] };
  expect(newestDraft(order([{ title: 'Old' }, newest]))).toEqual(newest);
});

test('what was kept is read; what is no draft is the newest, and other text is kept as the text', () => {
  const draft = { title: 'T', content: 'C', variables: [] };
  expect(parseDraft(JSON.stringify(draft), order([]))).toEqual(draft);
  const newest = newestDraft(order([]));
  for (const text of [
    '',
    'null',
    '7',
    '[]',
    '{"title":"T"}',
    JSON.stringify({ ...draft, variables: [null] }),
  ]) {
    expect(parseDraft(text, order([]))).toEqual(newest);
  }
  const file = '---\ntitle: "T"\n---\n\nHours of work.';
  expect(parseDraft(file, order([]))).toEqual({ ...newest, content: file });
});

test('every name in brackets is a blank, once, as it was described', () => {
  const draft = { title: 'T', content: 'For [who] in [the_year]: [who], [Not this].', variables: [] };
  expect(blanksOf(draft)).toEqual([
    { name: 'who', label: 'Who', type: 'text' },
    { name: 'the_year', label: 'The year', type: 'text' },
  ]);
  expect(blanksOf({ ...draft, content: '[a] [b_]' }).map(({ label }) => label)).toEqual([
    'Value A',
    'Value B',
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

test('a default that the server refuses is left out: of a date, of what must be filled in, and a blank one', () => {
  const blank = { name: 'a', label: 'An a', type: 'text' as const };
  const variables = [
    { ...blank, name: 'day', type: 'date' as const, default: '2026-11-29' },
    { ...blank, name: 'must', required: true, default: 'x' },
    { ...blank, name: 'many', type: 'number' as const, default: ' ' },
    { ...blank, name: 'words', default: '7' },
  ];
  const file = fileOf({ title: 'T', content: '[day] [must] [many] [words]', variables });
  expect(file.match(/"default":[^}]*/g)).toEqual(['"default":"7"']);
});

test('a line of the file is found among the fields', () => {
  const draft = { title: 'T', content: 'One [a]\ntwo [b]', variables: [] };
  const lines = fileOf(draft).split('\n');
  const place = (text: string, message = '') =>
    placeOf(draft, { line: lines.findIndex((line) => line.includes(text)) + 1, message });
  expect(place('title')).toEqual({ field: 'title' });
  expect(place('"b"')).toEqual({ field: 'blank', name: 'b', part: null });
  for (const [message, part] of [
    ['variable 2, default: must be a number', 'default'],
    ['variable 2, options: a choice needs options', 'options'],
    ['variable 2, option 12: must be text (quote it)', 'options'],
    ['variable 2, type: must be one of: text, long-text, number, choice, date', 'type'],
    ['variable 2, name: is used twice', null],
    ['variable 2: has an unknown field', null],
  ] as const) {
    expect(place('"b"', message)).toEqual({ field: 'blank', name: 'b', part });
  }
  expect(place('two')).toEqual({ field: 'content', line: 2 });
  expect(placeOf({ ...draft, content: 'One' }, { line: 6, message: '' })).toEqual({
    field: 'content',
    line: 1,
  });
});
