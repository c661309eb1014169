import { expect, test } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { type Block, type Inline, parseComment as parse } from './comment-markdown.ts';

const parseComment = (text: string): Block[] => parse(text).blocks;

/** All the text of a comment, without its marks. */
function plain(blocks: readonly (Block | Inline)[]): string {
  return blocks
    .map((block) => {
      if ('text' in block) return block.text;
      if ('children' in block) return plain(block.children);
      if ('items' in block) return block.items.map(plain).join('|');
      return plain(block.blocks);
    })
    .join('');
}
const inline = (text: string): Inline[] => {
  const [block] = parseComment(text);
  return block?.kind === 'paragraph' ? block.children : [];
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
    { kind: 'link', href: 'https://e.com/a', children: [{ kind: 'text', text: 'here' }] },
  ]);
  expect(inline('See https://e.com/a.')).toEqual([
    { kind: 'text', text: 'See ' },
    { kind: 'link', href: 'https://e.com/a', children: [{ kind: 'text', text: 'https://e.com/a' }] },
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

test('asterisks and underscores inside words and products are text', () => {
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

const HOSTILE = [
  '*',
  '> ',
  '[',
  '**a',
  '_',
  '*a ',
  '- a\n',
  '-\n',
  '1. - > ',
  '|-\n',
  '!',
  '`',
  '[`',
  '**http://',
  '[](',
  '```\n',
  '> - a\n\n',
  '&#',
  'a@b.c',
];

/** Of a text no more than so many pieces are formatted. */
function countPieces(blocks: readonly (Block | Inline)[]): number {
  return blocks.reduce((count, block) => {
    if ('items' in block)
      return count + 1 + block.items.reduce((sum, item) => sum + 1 + countPieces(item), 0);
    if ('blocks' in block) return count + 1 + countPieces(block.blocks);
    return count + 1 + ('children' in block ? countPieces(block.children) : 0);
  }, 0);
}

test.each(HOSTILE)(
  'however often %j is repeated, the number of pieces is bounded and no character is lost',
  (piece) => {
    const text = piece.repeat(10_000 / piece.length);
    for (const most of [LIMITS.commentPreviewPieces, LIMITS.commentPieces]) {
      const { blocks } = parse(text, most);
      // A list item holds a block; an inline piece may have text behind it; and there is the rest.
      expect(countPieces(blocks)).toBeLessThanOrEqual(4 * most + 4);
      const letters = (shown: string) => shown.replace(/[^a-z]/g, '');
      expect(letters(plain(blocks)).length).toBeGreaterThanOrEqual(letters(text).length);
    }
  },
);

test('what comes after the last piece is shown as typed', () => {
  expect(parse('*a* *b* *c*', 3)).toEqual({
    blocks: [
      {
        kind: 'paragraph',
        children: [
          { kind: 'italic', children: [{ kind: 'text', text: 'a' }] },
          { kind: 'text', text: ' ' },
          { kind: 'text', text: '*b* *c*' },
        ],
      },
    ],
    isWhole: false,
  });
  expect(parse('- a\n- b\n- c\n- d\n', 4)).toMatchObject({ isWhole: false });
  expect(parse('*a*', 3)).toMatchObject({ isWhole: true });
});

test.each([
  ['# head'],
  ['one\n---\ntwo'],
  ['| a | b |\n|---|---|\n| 1 | 2 |'],
  ['    set in'],
  ['~~gone~~ \\*kept\\*'],
  ['www.e.com a@e.com'],
  ['[a]: b\n[a]'],
])('unsupported Markdown stays as typed: %j', (text) => {
  expect(parseComment(text)).toEqual([{ kind: 'paragraph', children: [{ kind: 'text', text }] }]);
});

test('a task list is a list, its brackets as typed', () => {
  expect(JSON.stringify(parseComment('- [ ] todo'))).toContain('[ ] ');
});

test('lists nest, three deep', () => {
  const [list] = parseComment('- a\n  - b\n    - c\n      - d');
  expect(JSON.stringify(list).match(/"list"/g)).toHaveLength(3);
  expect(plain(list ? [list] : [])).toBe('abc\n- d');
});

test('emphasis nests six deep; deeper marks are text', () => {
  const text = `${'*_'.repeat(500)}x${'_*'.repeat(500)}`;
  let depth = 0;
  for (let children: readonly (Block | Inline)[] = parseComment(text); ; depth += 1) {
    const next = children.find((node) => 'children' in node);
    if (!next || !('children' in next)) break;
    children = next.children;
  }
  expect(depth).toBeLessThanOrEqual(8);
});
