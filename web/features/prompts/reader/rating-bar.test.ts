import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RatingBar } from './rating-bar.tsx';

const draw = (upvotes: number, downvotes: number) =>
  renderToStaticMarkup(createElement(RatingBar, { prompt: { upvotes, downvotes, rating: '3.71' } }));

test('the bar is as long as the share of upvotes, and a table says the same', () => {
  const html = draw(1500, 500);
  expect(html).toContain('1,500 of 2,000 votes up');
  expect(html).toMatch(/<rect[^>]*width="75%"/);
  expect(html).toContain('<th scope="row">Upvotes</th><td>1,500</td><td>75%</td>');
  expect(html).toContain('<th scope="row">Downvotes</th><td>500</td><td>25%</td>');
});

test('where all agree there is no bar', () => {
  const html = draw(11, 0);
  expect(html).toContain('11 of 11 votes up');
  expect(html).not.toContain('<svg');
});

test('a few votes say nothing', () => {
  expect(draw(0, 0)).toBe('');
  expect(draw(2, 1)).toBe('');
  expect(draw(4, 1)).toContain('4 of 5 votes up');
});

test('on a card the text is read, without a table', () => {
  const prompt = { upvotes: 4, downvotes: 1, rating: '3.71' };
  const html = renderToStaticMarkup(createElement(RatingBar, { prompt, hasTable: false }));
  expect(html).toContain('<span aria-hidden="false">4 of 5 votes up</span>');
  expect(html).not.toContain('<table');
});
