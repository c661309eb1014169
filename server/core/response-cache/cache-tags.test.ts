import { expect, test } from 'vitest';
import { tagsOf } from './cache-tags.ts';

test.each([
  ['/api/categories/fitness', ['category:fitness']],
  ['/api/categories/fitness?sort=newest&topics=a,b', ['category:fitness']],
  ['/api/categories/fitness/topics', ['category:fitness']],
  ['/api/topics/fitness/running?cursor=abc', ['category:fitness']],
  ['/api/prompts/abcdefgh2345/related', ['prompt:abcdefgh2345']],
  ['/api/prompts/abcdefgh2345/card', ['prompt:abcdefgh2345']],
  [
    '/api/shared-collections/weeknight-dinners-abcdef?cursor=a',
    ['collection:weeknight-dinners-abcdef', 'library'],
  ],
  ['/api/auth/check', []],
])('%s shows %s', (url, tags) => {
  expect(tagsOf(url)).toEqual(tags);
});

test.each([
  '/api/categories',
  '/api/categories/%66itness',
  '/api/prompts/top-rated',
  '/api/prompts/search?q=/api/categories/fitness',
  '/api/prompts/abcdefgh2345',
  '/sitemap.xml',
])('%s may show anything', (url) => {
  expect(tagsOf(url)).toEqual(['library']);
});
