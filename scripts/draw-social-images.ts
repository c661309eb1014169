import { join } from 'node:path';
import { readLibrary } from '#server/features/library/library.files.ts';
import { drawSocialImageFiles } from '#server/features/social-images/social-images.files.ts';
import { categoryImage, topicImage } from '#server/features/social-images/social-images.text.ts';

const CONTENT = join(import.meta.dirname, '..', 'content');

/** Draws the pictures for link previews of every category and topic of content/, for the build. */
export function drawSocialImages(clientDir: string): Promise<void> {
  const { categories, prompts } = readLibrary(CONTENT);
  const images = categories.flatMap((category) => {
    const own = prompts.filter((prompt) => prompt.category === category.slug);
    return [
      categoryImage(category, own.length),
      ...category.topics.map((topic) =>
        topicImage(category, topic, own.filter((prompt) => prompt.topic === topic.slug).length),
      ),
    ];
  });
  return drawSocialImageFiles(clientDir, images);
}
