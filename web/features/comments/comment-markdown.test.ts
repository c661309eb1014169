import { expect, test } from 'vitest';
import { type Block, type Inline, parseComment } from './comment-markdown.ts';

/** All the text of a comment, without its marks. */
function plain(blocks: readonly (Block | Inline)[]): string {
  return blocks
    .map((block) => {
      if ('text' in block) return block.text;
      if ('parts' in block) return plain(block.parts);
      if ('items' in block) return block.items.map(plain).join('|');
      return plain(block.blocks);
    })
    .join('');
}
const inline = (text: string): Inline[] => {
  const [block] = parseComment(text);
  return block?.kind === 'paragraph' ? block.parts : [];
};

test.each([
  ['<script>alert(1)</script>'],
  ['<img src=x onerror=alert(1)>'],
  ['![x](https://e.com/a.png)x'],
  ['&lt;b&gt; & <b>'],
])('%s is text', (text) => {
  expect(plain(parseComment(text)).replace(/^!x/, '![x](https://e.com/a.png)')).toContain(text.slice(0, 3));
  expect(JSON.stringify(parseComment(text))).not.toContain('"html"');
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  '//evil.com',
  '/api/logout',
  'vbscript:x',
])('no link goes to %s', (address) => {
  expect(inline(`[x](${address})`).every(({ kind }) => kind === 'text')).toBe(true);
});

test.each([
  '/api/logout',
  '/%61pi/logout',
  '/%2561pi/logout',
  '/API/logout',
  '//api/logout',
  '/./api//logout',
  '/x/../api/logout',
  '/x/%2e%2e/api/logout',
  '/x%2f..%2fapi/logout',
  '/%2fapi/logout',
  '\\api\\logout',
  '/api%2flogout',
  '/%/api/../../api/logout',
])('no link calls the API: %s, on whatever host', (path) => {
  for (const host of ['http://localhost:3000', 'https://promptarium.example', 'HTTPS://e.com']) {
    for (const text of [`[x](${host}${path})`, `${host}${path}`]) {
      expect(inline(text).every(({ kind }) => kind === 'text')).toBe(true);
    }
  }
});

test.each(['/docs/api', '/apiary/x', '/api', '/x/api/y', '/?next=/api/logout', '/%E0%A4%A'])(
  'an address that only looks a little like the API is a link: %s',
  (path) => {
    expect(inline(`[x](https://e.com${path})`)[0]?.kind).toBe('link');
  },
);

test('web addresses are links, in words and bare; the full stop is not part of them', () => {
  expect(inline('[here](https://e.com/a)')).toEqual([
    { kind: 'link', href: 'https://e.com/a', parts: [{ kind: 'text', text: 'here' }] },
  ]);
  expect(inline('See https://e.com/a.')).toEqual([
    { kind: 'text', text: 'See ' },
    { kind: 'link', href: 'https://e.com/a', parts: [{ kind: 'text', text: 'https://e.com/a' }] },
    { kind: 'text', text: '.' },
  ]);
});

test('bold, italic and code', () => {
  expect(inline('**b** *i* _j_ `**c**`').map(({ kind }) => kind)).toEqual([
    'bold',
    'text',
    'italic',
    'text',
    'italic',
    'text',
    'code',
  ]);
});

test('stars and underscores inside words and sums are text', () => {
  expect(inline('2 * 3 * 4, snake_case_name, a*b*c').map(({ kind }) => kind)).toEqual(['text']);
});

test('lists, quotes, fences and paragraphs', () => {
  const kinds = parseComment('one\ntwo\n\n- a\n- b\n1. c\n> q\n> - d\n```\n- code\n\n```\nend').map(
    ({ kind }) => kind,
  );
  expect(kinds).toEqual(['paragraph', 'list', 'list', 'quote', 'code', 'paragraph']);
});

test('a fence that is never closed runs to the end', () => {
  expect(parseComment('```\n<b>\n- x')).toEqual([{ kind: 'code', text: '<b>\n- x' }]);
});

test('nothing hangs, nothing is lost to depth', () => {
  const started = performance.now();
  for (const text of [
    '*'.repeat(10_000),
    '> '.repeat(5000),
    '['.repeat(10_000),
    '**a'.repeat(3000),
    '_'.repeat(10_000),
  ]) {
    parseComment(text);
  }
  expect(performance.now() - started).toBeLessThan(2000);
});
