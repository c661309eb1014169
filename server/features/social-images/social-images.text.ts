import type { SocialImage } from './social-images.drawing.ts';

interface Named {
  slug: string;
  name: string;
}

/** What a category's picture says. */
export function categoryImage(category: Named & { description: string }, prompts: number): SocialImage {
  return {
    categorySlug: category.slug,
    title: `${category.name} Prompts`,
    line: `${count(prompts)}. ${category.description}`,
  };
}

/** What a topic's picture says. */
export function topicImage(category: Named, topic: Named, prompts: number): SocialImage {
  return {
    categorySlug: category.slug,
    title: `${topic.name} Prompts`,
    line: `${count(prompts)} in ${category.name}`,
  };
}

function count(prompts: number): string {
  return `${prompts.toLocaleString('en-US')} ${prompts === 1 ? 'prompt' : 'prompts'}`;
}
