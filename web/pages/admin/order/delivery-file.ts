import type { Order } from '#contract/orders.ts';
import type { Variable } from '#contract/prompts.ts';

/** One of each type, to be changed: the text does not use them, so they are never delivered by oversight. */
const EXAMPLES: readonly Variable[] = [
  { name: 'client', label: 'Client', type: 'text', required: true },
  { name: 'notes', label: 'Your notes', type: 'long-text', help: 'One to a line' },
  { name: 'pages', label: 'Number of pages', type: 'number', default: 2 },
  { name: 'tone', label: 'Tone', type: 'choice', options: ['calm', 'formal'], default: 'calm' },
  { name: 'deadline', label: 'Deadline', type: 'date' },
];

/** The newest delivery as a file, to be changed; before the first, a beginning. */
export function newestFile({ deliveries, brief }: Order): string {
  const newest = deliveries.at(-1);
  const variables = newest?.variables ?? EXAMPLES;
  // JSON is YAML: every text is quoted, whatever is in it.
  const front = [
    `title: ${JSON.stringify(newest?.title ?? brief.goal)}`,
    '# What the buyer fills in: text, long-text, number, choice (with options) or date.',
    '# In the text each is its name in brackets, such as [client].',
    ...(newest ? [] : ['# These are examples: change them, and remove the others.']),
    ...(variables.length === 0 ? ['variables: []'] : ['variables:', ...variables.map(entry)]),
  ];
  return `---\n${front.join('\n')}\n---\n\n${newest?.content ?? ''}`;
}

function entry(variable: Variable): string {
  const fields = Object.entries(variable).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `  - { ${fields.join(', ')} }`;
}
