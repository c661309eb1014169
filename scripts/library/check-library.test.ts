import { expect, test } from 'vitest';
import type { PromptFile } from '#server/features/library/library.format.ts';
import { problemText } from '#server/features/library/library.problems.ts';
import { checkLibrary } from './check-library.ts';
import { shingles, similarPairs } from './similarity.ts';

/** Words no other prompt has. */
function words(count: number, seed: string): string {
  return Array.from({ length: count }, (_, index) => `${seed}${index}`).join(' ');
}

function prompt(slug: string, parts: Partial<PromptFile> = {}): PromptFile {
  return {
    slug,
    category: 'garden',
    topic: 'herbs',
    file: `garden/herbs/${slug}.md`,
    title: `Title ${slug}ing ${slug}less ${slug}ly`,
    summary: words(10, `summary${slug}`).slice(0, 120),
    description: words(20, `description${slug}`).slice(0, 200),
    tier: 'basic',
    featured: false,
    keywords: ['tea', 'balcony', 'kitchen garden', 'window box', 'grow food'],
    variables: [
      { name: 'one', label: 'One', type: 'text' },
      { name: 'two', label: 'Two', type: 'text' },
    ],
    exemplars: [],
    sources: [],
    reviewed: null,
    reviewDue: null,
    version: 1,
    change: null,
    redirects: [],
    content: `${words(100, slug)} [one] [two]`,
    created: undefined,
    lines: { title: 2, summary: 3, description: 4, tier: 5, keywords: 6, variables: 7, content: 20 },
    ...parts,
  };
}

/** Problems of single prompts; those of the whole library stand in library.yaml. */
function problemsOf(...prompts: PromptFile[]): string[] {
  return checkLibrary({ categories: [], prompts })
    .filter(({ file }) => file !== 'library.yaml')
    .map(problemText);
}

test('a good prompt has no problem', () => {
  expect(problemsOf(prompt('mint'))).toEqual([]);
});

test.each<[string, Partial<PromptFile>, string]>([
  ['a short title', { title: 'Too short' }, ':2 title: has 9 characters, not 20–80'],
  ['a long summary', { summary: 'x'.repeat(201) }, ':3 summary: has 201 characters, not 70–200'],
  ['a short description', { description: 'Short.' }, ':4 description: has 6 characters, not 120–500'],
  ['too few words', { tier: 'pro' }, ':20 content: has 102 words in a prompt of tier pro, not 250–1200'],
  [
    'an unknown placeholder, with its line',
    { content: `${words(100, 'a')}\n[one] [two]\n[thre]` },
    ':22 content: [thre] is not a declared variable',
  ],
  [
    'a link in Markdown',
    { content: `${words(100, 'a')} [one] [two] [a link](/x)` },
    ':20 content: [a link] is not a variable: use lower-case letters, digits and _',
  ],
  [
    'an unused variable',
    { content: `${words(100, 'a')} [one]` },
    ':7 variables: [two] is never used in the text',
  ],
  ['too few keywords', { keywords: ['tea', 'pots'] }, ':6 keywords: has 2 entries, not 5–10'],
  [
    'too many keywords',
    { keywords: Array.from({ length: 11 }, (_, index) => `tea${index}`) },
    ':6 keywords: has 11 entries, not 5–10',
  ],
  ['an overused phrase in a keyword', { keywords: ['unlock growth'] }, ':6 keywords: holds the overused'],
  ['a keyword of the title', { keywords: ['titles'] }, ':6 keywords: "titles" is in the title already'],
  [
    'an overused phrase',
    { content: `${words(100, 'a')} Delving into [one] [two]` },
    ':20 content: holds the overused phrase "Delving"',
  ],
  [
    'a British spelling in a help',
    { variables: [{ name: 'one', label: 'One', type: 'text', help: 'Example: plants for ageing parents' }] },
    ':7 variables: holds the British spelling "ageing"',
  ],
  ['an emoji', { content: `${words(100, 'a')} [one] [two] 🚀` }, ':20 content: holds an emoji'],
  [
    'broken JSON',
    { content: `{"prompt": "${words(100, 'a')} [one] [two]"`, variables: [] },
    ':20 content: starts like JSON but is no usable JSON object',
  ],
  [
    'an unknown placeholder in JSON',
    { content: `{"prompt": "${words(100, 'a')} [one] [two]",\n"steps": ["[thre]"]}` },
    ':21 content: [thre] is not a declared variable',
  ],
  [
    'a long basic prompt',
    { content: `${words(170, 'a')} [one] [two]` },
    ':20 content: has 172 words in a prompt of tier basic, not 60–160',
  ],
  [
    'too many fields of a basic prompt',
    { variables: ['one', 'two', 'three', 'four'].map((name) => ({ name, label: 'Field', type: 'text' })) },
    ':7 variables: has 4 entries in a prompt of tier basic, not 1–3',
  ],
  [
    'a required field without help',
    { variables: [{ name: 'one', label: 'One', type: 'text', required: true }] },
    ':7 variables: [one] is required and has no help',
  ],
  [
    'two long texts to paste in a basic prompt',
    { variables: ['one', 'two'].map((name) => ({ name, label: 'Field', type: 'long-text' })) },
    ':7 variables: [one] and [two] are long texts, and a basic prompt has one',
  ],
  [
    'an engineer prompt without tools',
    { tier: 'engineer', content: '# System prompt\n# Answer schema\n# Evaluation cases\n# Cost' },
    ':20 content: has no heading with "tools"',
  ],
  [
    'a default that says nothing',
    { variables: [{ name: 'one', label: 'One', type: 'text', default: 'none known' }] },
    ':7 variables: [one] has the filler "none known" as its default',
  ],
  [
    'a default that says in a sentence that there is nothing',
    { variables: [{ name: 'one', label: 'One', type: 'text', default: 'I have not asked anybody yet' }] },
    ':7 variables: [one] has the filler "I have not asked anybody yet" as its default',
  ],
  [
    'a prompt about health without a source',
    { category: 'health' },
    ':1 sources: a prompt about health, money or law names one',
  ],
  [
    'a prompt about law without a source',
    { keywords: ['eviction notice', 'rent', 'landlord letter', 'deposit', 'move out'] },
    ':1 sources: a prompt about health, money or law names one',
  ],
  [
    'a prompt about health whose review has no next',
    {
      category: 'health',
      sources: [{ title: 'Herbs', publisher: 'A society', year: 2024 }],
      reviewed: '2026-11-23',
    },
    ':1 reviewed: a prompt about health, money or law says when, and when next',
  ],
  [
    'a pro prompt without messages to send later',
    { tier: 'pro', content: `${words(300, 'a')} [one] [two]\n\nRubric: two points for each bed.` },
    ':20 content: has no messages to send later',
  ],
  [
    'a pro prompt with nothing to judge the answer by',
    { tier: 'pro', content: `${words(300, 'a')} [one] [two]\n\n## Follow-ups\n"The mint died."` },
    ':20 content: has nothing to judge the answer by',
  ],
  [
    'a pro prompt with bullet points only',
    {
      tier: 'pro',
      content: `${words(300, 'a')} [one] [two]\n\nUse bullet points.\n\n## Follow-ups\n"Mint?"`,
    },
    ':20 content: has nothing to judge the answer by',
  ],
  [
    'JSON that cannot be read',
    { content: `${words(100, 'a')} [one] [two]\n\`\`\`json\n{"beds": [one], "herbs": }\n\`\`\`` },
    ':20 content: holds JSON that cannot be read: Unexpected token',
  ],
  [
    'JSON that cannot be read in an exemplar',
    {
      exemplars: [
        {
          values: {},
          model: 'example',
          date: '2026-11-29',
          output: `${words(100, 'a')}\n\`\`\`json\n{"beds": 2,}\n\`\`\``,
        },
      ],
    },
    ':1 exemplars: 1: holds JSON that cannot be read: Expected double-quoted property name',
  ],
  [
    'a value remembered across prompts that asks for something else',
    { variables: [{ name: 'language', label: 'The language you learn', type: 'text' }] },
    ':7 variables: [language] is remembered across prompts and cannot ask for "The language you learn"',
  ],
  [
    'a review due before there was one',
    { reviewDue: '2027-11-23' },
    ':1 review_due: comes after the day in reviewed',
  ],
  ['a long file name', { slug: 'x'.repeat(61) }, ':1 the file name is longer than 60 characters'],
])('finds %s', (_what, parts, expected) => {
  expect(problemsOf(prompt('mint', parts)).join('\n')).toContain(`garden/herbs/mint.md${expected}`);
});

test('a kit has a rubric and messages to send later, and JSON may hold placeholders', () => {
  const later = '- "The mint died in the first winter."\n- "Plan the same for a balcony."';
  const json = '  ```json\n  {"beds": [one], "note": "For: [two], please"}\n  ```';
  const content = `${words(300, 'a')} [one] [two]\n${json}\nScore each bed.\n${later}`;
  const [shown] = [{ values: {}, model: 'example', date: '2026-11-29', output: words(100, 'out') }];
  expect(problemsOf(prompt('mint', { tier: 'pro', content, exemplars: [shown, shown] }))).toEqual([]);
});

test('a popular topic has fifteen prompts, and none is named that does not exist', () => {
  const topic = {
    slug: 'python-scripting',
    name: 'Python',
    description: 'Small programs that take over repetitive chores, with a log.',
  };
  const categories = [{ slug: 'garden', name: 'Garden', description: 'All that grows.', topics: [topic] }];
  const found = checkLibrary({ categories, prompts: [] }).map(({ message }) => message);
  expect(found).toContain('garden/python-scripting has 0 prompts, not 15 or more');
});

test('arrays in JSON are not taken for placeholders', () => {
  const content = JSON.stringify({ prompt: `${words(90, 'a')} [one] [two]`, steps: ['first', 'second'] });
  expect(problemsOf(prompt('mint', { content }))).toEqual([]);
});

test('finds texts and titles that are too similar', () => {
  const shared = words(60, 'shared');
  const found = problemsOf(
    prompt('mint', {
      title: 'Plan the mint for the whole garden',
      content: `${words(40, 'm')} ${shared} [one] [two]`,
    }),
    prompt('basil', {
      title: 'Plan the basil for the whole garden',
      content: `${words(40, 'b')} ${shared} [one] [two]`,
    }),
  );
  expect(found).toEqual([
    'garden/herbs/basil.md:20 content: shares 42 % with garden/herbs/mint.md (at most 35 %)',
    'garden/herbs/basil.md:2 title: shares 71 % with garden/herbs/mint.md (at most 50 %)',
  ]);
});

test('finds one title used twice, whatever its case and punctuation', () => {
  const found = problemsOf(
    prompt('mint', { title: 'Sow, water and cut the herbs' }),
    prompt('basil', { title: 'Sow water and cut the Herbs!' }),
  );
  expect(found).toContain('garden/herbs/basil.md:2 title: is the title of garden/herbs/mint.md');
});

test('finds an opening that three prompts share', () => {
  const opening = 'You are a gardener who knows';
  const prompts = ['mint', 'basil', 'sage'].map((slug) =>
    prompt(slug, { content: `${opening} ${words(100, slug)} [one] [two]` }),
  );
  expect(problemsOf(...prompts)).toEqual([
    'garden/herbs/mint.md:20 content: opens with "you are a gardener who knows" like 2 others',
  ]);
});

test('finds problems of the library as a whole', () => {
  const topics = [
    { slug: 'herbs', name: 'Herbs', description: 'Leaves.' },
    {
      slug: 'trees',
      name: 'Tall Trees',
      description: 'All the prompts about tall trees that we have for you.',
    },
    {
      slug: 'tools',
      name: 'Tools',
      description: 'Choose, sharpen and mend whatever the gardener works with.',
    },
  ];
  const categories = [{ slug: 'garden', name: 'Garden', description: 'All that grows.', topics }];
  const found = checkLibrary({ categories, prompts: [prompt('mint')] }).map(({ message }) => message);
  expect(found).toEqual([
    'garden has 3 topics, not 8 or more',
    'garden has 1 prompts, not 150 or more',
    'garden/herbs has 1 prompts, not 8 or more',
    'garden/herbs is described in 7 characters, not 40 or more',
    'garden/trees has 0 prompts, not 8 or more',
    'garden/trees is described by the words of its name',
    'garden/tools has 0 prompts, not 8 or more',
    'the library has 1 prompts, not 1600 or more',
    '0 prompts demand an answer in a schema, not 60 or more',
    'Basic is 100.0 % of the library, not 33.0 %–50.0 %',
    'Advanced is 0.0 % of the library, not 20.0 %–40.0 %',
    'Pro is 0.0 % of the library, not 12.0 %–35.0 %',
    'Engineer is 0.0 % of the library, not 2.0 %–15.0 %',
    ...['fitness', 'coding', 'writing', 'business', 'marketing'].map(
      (word) => `"${word}" is in 0 titles or summaries, not 3 or more`,
    ),
  ]);
});

test('the most similar of many pairs are kept, whatever their order', () => {
  const sets = Array.from({ length: 300 }, (_, index) => new Set(['shared', `own${index}`]));
  sets[0] = new Set(['shared', 'first', 'second']);
  sets[299] = new Set(['shared', 'first', 'second']);
  const [best, next] = similarPairs(sets, 2);
  expect(best).toEqual({ first: 0, second: 299, similarity: 1 });
  expect(next?.similarity).toBeCloseTo(1 / 3);
});

test('the similarity of two texts is their common share of runs of five words', () => {
  const [one, two] = [shingles('a b c d e f'), shingles('A, b; c d e g')];
  expect([...one]).toEqual(['a b c d e', 'b c d e f']);
  expect(similarPairs([one, two, shingles('x y')], 10)).toEqual([{ first: 0, second: 1, similarity: 1 / 3 }]);
});

test('of many prompts no form is missing, none is the rule, and few share a habit', () => {
  const beds = Array.from({ length: 30 }, (_, index) =>
    prompt(`bed${index}`, {
      content: `${words(1, `plan${index}`)} ${words(100, `bed${index}`)} [one] [two]`,
      description: `For ${words(20, `description${index}`)}`.slice(0, 200),
    }),
  );
  const found = checkLibrary({ categories: [], prompts: beds }).map(({ message }) => message);
  expect(found).toContain('100 % of the prompts are of the form "bare command", not 2 %–50 %');
  expect(found).toContain('0 % of the prompts are of the form "few-shot", not 2 %–50 %');
  expect(found).toContain('100 % of the prompts have a description that opens with "For", not at most 30 %');
});
