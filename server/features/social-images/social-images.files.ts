import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawSocialImage, type SocialImage } from './social-images.drawing.ts';

/** Draws all of `images` anew: the drawing itself may have changed. Each appears whole: a running app may read them. */
export async function drawSocialImageFiles(clientDir: string, images: readonly SocialImage[]): Promise<void> {
  await mkdir(folderOf(clientDir), { recursive: true });
  for (const image of images) {
    const file = fileOf(clientDir, image);
    await writeFile(`${file}.new`, await drawSocialImage(image));
    await rename(`${file}.new`, file);
  }
}

/** What the build drew, unless it says something else today: a count changes with an import. */
export function readSocialImageFile(
  clientDir: string | undefined,
  image: SocialImage,
): Promise<Buffer | undefined> {
  if (clientDir === undefined) return Promise.resolve(undefined);
  return readFile(fileOf(clientDir, image)).catch(() => undefined);
}

const folderOf = (clientDir: string) => join(clientDir, 'social');

/** Named after what it says, so that a picture with an old count is never taken for today's. */
function fileOf(clientDir: string, { categorySlug, title, line }: SocialImage): string {
  const text = JSON.stringify([categorySlug, title, line]);
  return join(folderOf(clientDir), `${createHash('sha256').update(text).digest('hex')}.png`);
}
