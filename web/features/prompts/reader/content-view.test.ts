import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Values } from '#contract/fill-placeholders.ts';
import type { Variable } from '#contract/prompts.ts';
import { type Format, type ReadablePrompt, textToCopy } from '../copy/copy-formats.ts';
import { initialValues } from '../variables/remembered-values.ts';
import { ContentView } from './content-view.tsx';

const CONTENT = join(import.meta.dirname, '../../../../content');

function readPrompt(file: string): ReadablePrompt {
  const [, head = '', content = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(readFileSync(file, 'utf8')) ?? [];
  const { title, description, tier, variables = [] } = parse(head);
  return { title, description, tier, variables, content };
}

/** Of the whole library; reading it costs more than showing it. */
const PROMPTS = globSync(`${CONTENT}/**/*.md`).map(readPrompt);

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' };

/** What the view shows: its HTML without the tags. */
function shownText(prompt: ReadablePrompt, format: Format, values: Values): string {
  return renderToStaticMarkup(createElement(ContentView, { prompt, format, values }))
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|#x27|amp);/g, (_, name: string) => ENTITIES[name] ?? '');
}

/** Whatever is typed is text, also where it looks like Markdown, HTML, JSON or another hole. */
const typed = (variables: readonly Variable[]): Values =>
  Object.fromEntries(variables.map(({ name }) => [name, `# *a* **b** <b>&amp; "c"\\\n- [${name}] 😀`]));

/** Every way a prompt is shown: nothing, the defaults or anything typed, as text or as JSON. */
const waysToShow = ({ variables }: ReadablePrompt): [Format, Values][] => [
  ['readable', {}],
  ['json', {}],
  ['readable', initialValues(variables, {})],
  ['json', initialValues(variables, {})],
  ['readable', typed(variables)],
  ['json', typed(variables)],
];

test('the view shows exactly the copied text of every prompt in the library', () => {
  expect(PROMPTS.length).toBeGreaterThan(1000);
  // Each in one of the ways: two hundred prompts a way say as much as all, in a sixth of the time.
  for (const [index, prompt] of PROMPTS.entries()) {
    const ways = waysToShow(prompt);
    const [format, values] = ways[index % ways.length] ?? ['readable', {}];
    expect(shownText(prompt, format, values), prompt.title).toBe(textToCopy(prompt, format, values));
  }
});

test('no unfilled placeholder in the library shows the name of its variable', () => {
  // What is shown is what is copied, as above.
  const names = PROMPTS.flatMap(
    (prompt) => textToCopy(prompt, 'readable', {}).match(/\[[a-z]+(?:_[a-z0-9]+)+\]/g) ?? [],
  );
  expect(names).toEqual([]);
});

test('Markdown characters stay in the text they style', () => {
  const prompt: ReadablePrompt = {
    title: 'T',
    content: '## Step\n- *why* **not [goal]**',
    variables: [{ name: 'goal', label: 'Your goal', type: 'text' }],
  };
  const html = renderToStaticMarkup(
    createElement(ContentView, { prompt, format: 'readable', values: { goal: '*x*' } }),
  );
  expect(html).toMatch(/<em[^>]*>why<\/em>/);
  expect(html).toMatch(/<b>not <mark[^>]*>\*x\*<\/mark><\/b>/);
  expect(html).not.toMatch(/<em[^>]*>x/);
});
