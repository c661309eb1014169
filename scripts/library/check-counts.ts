import { TIER_NAMES, TIERS, type Tier } from '#contract/tiers.ts';
import type { Library } from '#server/features/library/library.files.ts';
import type { CategoryFields, PromptFile } from '#server/features/library/library.format.ts';
import type { ContentProblem } from '#server/features/library/library.problems.ts';
import { RULES } from './content-rules.ts';
import { wordsOf } from './similarity.ts';

export function isJson(prompt: PromptFile): boolean {
  return prompt.content.startsWith('{');
}

/** Demands an answer in a JSON Schema that the text gives. */
export function givesSchema({ content }: PromptFile): boolean {
  return /\bJSON\b/.test(content) && /(?:\b|_)schema\b/i.test(content) && content.includes('"properties"');
}

export const libraryProblem = (message: string): ContentProblem => ({
  file: 'library.yaml',
  line: 1,
  message,
});

/** Every category and topic has enough prompts, and every topic has a description of its own. */
export function checkCategories({ categories, prompts }: Library): ContentProblem[] {
  const byTopic = Map.groupBy(prompts, ({ category, topic }) => `${category}/${topic}`);
  const popular = new Set<string>(RULES.popularTopics);
  const problems: ContentProblem[] = [];
  const requireMin = (subject: string, found: number, min: number, noun: string) => {
    if (found < min) problems.push(libraryProblem(`${subject} has ${found} ${noun}, not ${min} or more`));
  };
  for (const { slug, topics } of categories) {
    const found = topics.map((topic) => byTopic.get(`${slug}/${topic.slug}`)?.length ?? 0);
    const total = found.reduce((sum, count) => sum + count, 0);
    requireMin(slug, topics.length, RULES.topicsOfCategory, 'topics');
    requireMin(slug, total, RULES.promptsOfCategory, 'prompts');
    for (const [index, topic] of topics.entries()) {
      const isPopular = popular.has(topic.slug);
      const min = isPopular ? RULES.promptsOfPopularTopic : RULES.promptsOfTopic;
      requireMin(`${slug}/${topic.slug}`, found[index] ?? 0, min, 'prompts');
      problems.push(...descriptionProblems(`${slug}/${topic.slug}`, topic));
    }
  }
  return problems;
}

/** A description has to say more than the name. */
function descriptionProblems(
  path: string,
  { name, description }: CategoryFields['topics'][number],
): ContentProblem[] {
  const named = new Set(wordsOf(name));
  const own = new Set(wordsOf(description).filter((word) => word.length > 3 && !named.has(word)));
  if (description.length < RULES.topicDescriptionMin) {
    const [found, min] = [description.length, RULES.topicDescriptionMin];
    return [libraryProblem(`${path} is described in ${found} characters, not ${min} or more`)];
  }
  if (own.size >= RULES.topicDescriptionWords) return [];
  return [libraryProblem(`${path} is described by the words of its name`)];
}

/** The size of the library, and the shares of tiers. */
export function checkWhole(prompts: readonly PromptFile[]): ContentProblem[] {
  const messages: string[] = [];
  if (prompts.length < RULES.prompts) {
    messages.push(`the library has ${prompts.length} prompts, not ${RULES.prompts} or more`);
  }
  const schemas = prompts.filter(givesSchema).length;
  if (schemas < RULES.schemaPrompts) {
    messages.push(`${schemas} prompts demand an answer in a schema, not ${RULES.schemaPrompts} or more`);
  }
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const share = (is: (prompt: PromptFile) => boolean) =>
    prompts.filter(is).length / Math.max(prompts.length, 1);
  for (const tier of TIERS) {
    const found = share((prompt) => prompt.tier === tier);
    const [min, max] = RULES.tierShares[tier];
    if (found >= min && found <= max) continue;
    messages.push(
      `${TIER_NAMES[tier]} is ${percent(found)} of the library, not ${percent(min)}–${percent(max)}`,
    );
  }
  for (const [word, found] of countPopularWords(prompts)) {
    if (found < RULES.popularWordMin) {
      messages.push(`"${word}" is in ${found} titles or summaries, not ${RULES.popularWordMin} or more`);
    }
  }
  return messages.map(libraryProblem);
}

/** How many prompts have each word in title or summary. */
export function countPopularWords(prompts: readonly PromptFile[]): Map<string, number> {
  return new Map(
    RULES.popularWords.map((word) => [
      word,
      prompts.filter(({ title, summary }) => wordsOf(`${title} ${summary}`).includes(word)).length,
    ]),
  );
}

export function countTiers(prompts: readonly PromptFile[]): Record<Tier, number> {
  const count: Record<Tier, number> = { basic: 0, advanced: 0, pro: 0, engineer: 0 };
  for (const { tier } of prompts) count[tier]++;
  return count;
}
