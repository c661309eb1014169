import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SOCIAL_IMAGE, socialImagePath } from '#contract/social-images.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { drawSocialImage } from './social-images.drawing.ts';
import { drawSocialImageFiles, readSocialImageFile } from './social-images.files.ts';
import { PATTERNS } from './social-images.patterns.ts';
import { topicImage } from './social-images.text.ts';

describe('pictures for link previews', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const pixelAt = async (png: Buffer, left: number, top: number) => {
    const area = { left, top, width: 1, height: 1 };
    const bytes = await sharp(png).extract(area).removeAlpha().toColourspace('srgb').raw().toBuffer();
    return [...bytes].map((value) => value.toString(16).padStart(2, '0')).join('');
  };

  test('a category has one in its own color, which may be kept by whoever reads it', async () => {
    const response = await app.get(socialImagePath('fitness'));
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('image/png');
    expect(response.headers['cache-control']).toMatch(/^public, max-age=\d+$/);
    const { format, width, height } = await sharp(response.rawPayload).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', ...SOCIAL_IMAGE });
    expect(response.rawPayload.length).toBeLessThan(80_000);
    expect(await pixelAt(response.rawPayload, 4, 4)).toBe('eef4f3');
    const colors = await Promise.all(
      [0, 7, 14, 21, 28].map((step) => pixelAt(response.rawPayload, 900 + step, 300)),
    );
    expect(colors).toContain(PATTERNS['fitness']?.ground.slice(1));
  });

  test('a topic says its own name', async () => {
    const { categories } = await readLists();
    const [category] = categories;
    const topics = (await app.get(`/api/categories/${category}/topics`)).json().topics;
    const responses = await Promise.all(
      topics.slice(0, 2).map(({ slug }: { slug: string }) => app.get(socialImagePath(`${category}`, slug))),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(responses[0].rawPayload.equals(responses[1].rawPayload)).toBe(false);
  });

  test('there is none of what the library does not have, and no other file', async () => {
    for (const path of [
      '/social/nix.png',
      '/social/fitness/nix.png',
      '/social/fitness',
      '/social/fitness.svg',
    ]) {
      expect([path, (await app.get(path)).statusCode]).toEqual([path, 404]);
    }
  });

  test('pages name theirs', async () => {
    const html = (await app.get('/category/fitness')).payload;
    expect(html).toContain(`${socialImagePath('fitness')}"`);
  });

  async function readLists(): Promise<{ categories: string[] }> {
    const categories: { slug: string }[] = (await app.get('/api/categories')).json();
    return { categories: categories.map(({ slug }) => slug) };
  }
});

test('what the build drew is read as long as it says the same', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'promptarium-social-'));
  try {
    const topic = { slug: 'rowing', name: 'Rowing' };
    const category = { slug: 'fitness', name: 'Fitness' };
    const image = topicImage(category, topic, 12);
    expect(await readSocialImageFile(folder, image)).toBeUndefined();
    await drawSocialImageFiles(folder, [image]);
    const picture = await readSocialImageFile(folder, image);
    expect(picture?.equals(await drawSocialImage(image))).toBe(true);
    expect(await readSocialImageFile(folder, topicImage(category, topic, 13))).toBeUndefined();
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the patterns are those of the style sheet', async () => {
  const source = await readFile(join('web', 'styles', 'tokens.css'), 'utf8');
  const css = source.replace(/%(?:3C|3E|23)/g, decodeURIComponent).replaceAll("'", '"');
  for (const [slug, { ground, lines, tile }] of Object.entries(PATTERNS)) {
    expect(css).toContain(`--cat-${slug}-ground: light-dark(${ground},`);
    expect(css).toContain(`--cat-${slug}-lines: light-dark(${lines},`);
    expect(css).toContain(`width="${tile.width}" height="${tile.height}"`);
    expect(css).toContain(`>${tile.shapes}</svg>`);
  }
});
