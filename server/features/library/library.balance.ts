import { TIER_NAMES, TIERS, type Tier } from '#contract/tiers.ts';
import type { Library } from './library.files.ts';
import type { CategoryShelf, Problem, PromptFile } from './library.format.ts';
import { RULES } from './library.rules.ts';
import { wordsOf } from './library.similarity.ts';

export function isJson(prompt: PromptFile): boolean {
  return prompt.content.startsWith('{');
}

const ofShelves = (message: string): Problem => ({ file: 'library.yaml', line: 1, message });

/** Every category and topic has enough to choose from, and every topic says what it is about. */
export function checkShelves({ categories, prompts }: Library): Problem[] {
  const byTopic = Map.groupBy(prompts, ({ category, topic }) => `${category}/${topic}`);
  const problems: Problem[] = [];
  const expectLeast = (what: string, found: number, least: number, noun: string) => {
    if (found < least) problems.push(ofShelves(`${what} has ${found} ${noun}, not ${least} or more`));
  };
  for (const { slug, topics } of categories) {
    const found = topics.map((topic) => byTopic.get(`${slug}/${topic.slug}`)?.length ?? 0);
    const total = found.reduce((sum, count) => sum + count, 0);
    expectLeast(slug, topics.length, RULES.topicsOfCategory, 'topics');
    expectLeast(slug, total, RULES.promptsOfCategory, 'prompts');
    for (const [index, topic] of topics.entries()) {
      expectLeast(`${slug}/${topic.slug}`, found[index] ?? 0, RULES.promptsOfTopic, 'prompts');
      problems.push(...descriptionProblems(`${slug}/${topic.slug}`, topic));
    }
  }
  return problems;
}

/** One that only says the name again was written by nobody. */
function descriptionProblems(
  place: string,
  { name, description }: CategoryShelf['topics'][number],
): Problem[] {
  const named = new Set(wordsOf(name));
  const own = new Set(wordsOf(description).filter((word) => word.length > 3 && !named.has(word)));
  if (description.length < RULES.topicDescriptionLeast) {
    const [found, least] = [description.length, RULES.topicDescriptionLeast];
    return [ofShelves(`${place} is described in ${found} characters, not ${least} or more`)];
  }
  if (own.size >= RULES.topicDescriptionWords) return [];
  return [ofShelves(`${place} is described by the words of its name`)];
}

/** Size, and the shares of tiers and of JSON. */
export function checkWhole(prompts: readonly PromptFile[]): Problem[] {
  const messages: string[] = [];
  if (prompts.length < RULES.prompts) {
    messages.push(`the library has ${prompts.length} prompts, not ${RULES.prompts} or more`);
  }
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const share = (is: (prompt: PromptFile) => boolean) =>
    prompts.filter(is).length / Math.max(prompts.length, 1);
  for (const tier of TIERS) {
    const found = share((prompt) => prompt.tier === tier);
    const wanted = RULES.tierShares[tier];
    if (Math.abs(found - wanted) <= RULES.tierShareTolerance) continue;
    messages.push(`${TIER_NAMES[tier]} is ${percent(found)} of the library, not about ${percent(wanted)}`);
  }
  const json = share(isJson);
  const [least, most] = RULES.jsonShare;
  if (json < least || json > most) {
    messages.push(`JSON is ${percent(json)} of the library, not ${percent(least)}–${percent(most)}`);
  }
  for (const [word, found] of countPopularWords(prompts)) {
    if (found < RULES.popularWordFound) {
      messages.push(`"${word}" is in ${found} titles or summaries, not ${RULES.popularWordFound} or more`);
    }
  }
  return messages.map(ofShelves);
}

/** Prompts that name the word in title or summary. */
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
