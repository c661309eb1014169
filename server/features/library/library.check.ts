import { TIER_NAMES, TIERS, type Tier } from '#contract/tiers.ts';
import { exemplarProblems } from './library.exemplars.ts';
import type { Library } from './library.files.ts';
import { countLines, type Problem, type PromptFile } from './library.format.ts';
import { countWords, type Pair, shingles, similarPairs, wordsOf } from './library.similarity.ts';

/** What makes the library worth reading, beyond what it takes to load. Lengths are in characters. */
export const RULES = {
  title: [20, 80],
  summary: [70, 200],
  description: [120, 500],
  slugMost: 60,
  variables: [2, 7],
  words: { basic: [80, 200], advanced: [150, 350], pro: [250, 600], engineer: [350, 900] },
  tierShares: { basic: 0.5, advanced: 0.25, pro: 0.2, engineer: 0.05 },
  tierShareTolerance: 0.05,
  jsonShare: [0.08, 0.15],
  topicsOfCategory: 5,
  promptsOfTopic: 6,
  prompts: 210,
  contentSimilarity: 0.35,
  titleSimilarity: 0.5,
  openingWords: 6,
  openingShare: 0.01,
  popularWords: ['fitness', 'coding', 'writing', 'business', 'marketing'],
  popularWordFound: 3,
} as const;

/** Worn phrases, as the readers' eye sees them: any form of the verb, but not "elevated heart rate". */
const BANNED = [
  /\bunlock(?:s|ed|ing)?\b/i,
  /\bsupercharg(?:e|es|ed|ing)\b/i,
  /\bdelv(?:e|es|ed|ing)\b/i,
  /\bgame[- ]chang(?:er|ers|ing)\b/i,
  /\bseamless(?:ly)?\b/i,
  /\bleverag(?:e|es|ed|ing)\b/i,
  /\belevate\b/i,
  /\bin today['’]s fast-paced world\b/i,
];

/** Variation selector 16 turns a plain sign into an emoji. */
const EMOJI = /\p{Emoji_Presentation}|\u{FE0F}/u;

/** Whatever stands in square brackets; in a prompt's text only variables do. */
const BRACKETED = /\[([^[\]\n]*)\]/g;

/** Every rule broken anywhere in the library, in file order; those of the whole library come last. */
export function checkLibrary(library: Library): Problem[] {
  const { prompts } = library;
  return [
    ...prompts.flatMap(checkPrompt),
    ...checkTitles(prompts),
    ...checkSimilarity(prompts),
    ...checkOpenings(prompts),
    ...checkShelves(library),
    ...checkWhole(prompts),
  ];
}

export function isJson(prompt: PromptFile): boolean {
  return prompt.content.startsWith('{');
}

function problemAt(prompt: PromptFile, field: string, message: string): Problem {
  return { file: prompt.file, line: prompt.lines[field] ?? 1, message: `${field}: ${message}` };
}

function checkPrompt(prompt: PromptFile): Problem[] {
  return [
    ...checkLengths(prompt),
    ...checkPhrases(prompt),
    ...checkVariables(prompt),
    ...exemplarProblems(prompt).map((message) => problemAt(prompt, 'exemplars', message)),
  ];
}

function checkLengths(prompt: PromptFile): Problem[] {
  const problems: Problem[] = [];
  const expectCount = (
    field: string,
    [least, most]: readonly [number, number],
    count: number,
    unit: string,
  ) => {
    if (count >= least && count <= most) return;
    problems.push(problemAt(prompt, field, `has ${count} ${unit}, not ${least}–${most}`));
  };
  expectCount('title', RULES.title, prompt.title.length, 'characters');
  expectCount('summary', RULES.summary, prompt.summary.length, 'characters');
  expectCount('description', RULES.description, prompt.description.length, 'characters');
  expectCount('variables', RULES.variables, prompt.variables.length, 'entries');
  expectCount(
    'content',
    RULES.words[prompt.tier],
    countWords(prompt.content),
    `words in a prompt of tier ${prompt.tier}`,
  );
  if (prompt.slug.length > RULES.slugMost) {
    problems.push({
      file: prompt.file,
      line: 1,
      message: `the file name is longer than ${RULES.slugMost} characters`,
    });
  }
  return problems;
}

function checkPhrases(prompt: PromptFile): Problem[] {
  const texts: [string, string][] = [
    ...(['title', 'summary', 'description', 'content'] as const).map((field): [string, string] => [
      field,
      prompt[field],
    ]),
    ...prompt.exemplars.map(({ output }): [string, string] => ['exemplars', output]),
  ];
  return texts.flatMap(([field, text]) => {
    const banned = BANNED.flatMap((phrase) => phrase.exec(text)?.[0] ?? []);
    const emoji = EMOJI.test(text) ? ['an emoji'] : [];
    return [...banned.map((phrase) => `the worn phrase "${phrase}"`), ...emoji].map((found) =>
      problemAt(prompt, field, `holds ${found}`),
    );
  });
}

/** Declared and used variables are the same ones; nothing else stands in square brackets. */
export function checkVariables(prompt: PromptFile): Problem[] {
  const problems: Problem[] = [];
  const declared = new Set(prompt.variables.map(({ name }) => name));
  const used = new Set<string>();
  const texts = isJson(prompt) ? stringsOfJson(prompt, problems) : [prompt.content];
  for (const text of texts) {
    for (const { 1: name = '', index } of text.matchAll(BRACKETED)) {
      used.add(name);
      if (declared.has(name)) continue;
      const offset = isJson(prompt) ? prompt.content.indexOf(`[${name}]`) : index;
      const line =
        (prompt.lines['content'] ?? 1) + countLines(prompt.content.slice(0, Math.max(offset, 0))) - 1;
      problems.push({ file: prompt.file, line, message: `content: [${name}] is not a declared variable` });
    }
  }
  for (const name of declared) {
    if (!used.has(name)) problems.push(problemAt(prompt, 'variables', `[${name}] is never used in the text`));
  }
  return problems;
}

function stringsOfJson(prompt: PromptFile, problems: Problem[]): string[] {
  try {
    const value: unknown = JSON.parse(prompt.content);
    const strings = stringsIn(value);
    if (!strings.some((text) => text.trim() !== '')) throw new Error('it holds no text');
    return strings;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    problems.push(problemAt(prompt, 'content', `starts like JSON but is no usable JSON object: ${reason}`));
    return [];
  }
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

function checkTitles(prompts: readonly PromptFile[]): Problem[] {
  const first = new Map<string, PromptFile>();
  return prompts.flatMap((prompt) => {
    const key = wordsOf(prompt.title).join(' ');
    const other = first.get(key);
    first.set(key, other ?? prompt);
    return other ? [problemAt(prompt, 'title', `is the title of ${other.file}`)] : [];
  });
}

/** The most alike pairs of texts and of titles, for the report as much as for the rule. */
export function closestPairs(
  prompts: readonly PromptFile[],
  most: number,
): { content: Pair[]; title: Pair[] } {
  return {
    content: similarPairs(
      prompts.map(({ content }) => shingles(content)),
      most,
    ),
    title: similarPairs(
      prompts.map(({ title }) => new Set(wordsOf(title))),
      most,
    ),
  };
}

function checkSimilarity(prompts: readonly PromptFile[]): Problem[] {
  const pairs = closestPairs(prompts, 100);
  const tell = (field: 'content' | 'title', most: number) =>
    pairs[field].flatMap(({ first, second, similarity }) => {
      const [one, other] = [prompts[first], prompts[second]];
      if (!one || !other || similarity <= most) return [];
      const percent = Math.round(similarity * 100);
      return [problemAt(other, field, `shares ${percent} % with ${one.file} (at most ${most * 100} %)`)];
    });
  return [...tell('content', RULES.contentSimilarity), ...tell('title', RULES.titleSimilarity)];
}

function checkOpenings(prompts: readonly PromptFile[]): Problem[] {
  const openings = Map.groupBy(prompts, ({ content }) =>
    wordsOf(content).slice(0, RULES.openingWords).join(' '),
  );
  return [...openings].flatMap(([opening, sharing]) => {
    const [prompt, ...others] = sharing;
    // A pair is chance, not a template, however small the library.
    const isShared = sharing.length > Math.max(2, prompts.length * RULES.openingShare);
    if (!prompt || !isShared) return [];
    return [problemAt(prompt, 'content', `opens with "${opening}" like ${others.length} others`)];
  });
}

function checkShelves({ categories, prompts }: Library): Problem[] {
  const count = Map.groupBy(prompts, ({ category, topic }) => `${category}/${topic}`);
  const say = (message: string): Problem => ({ file: 'library.yaml', line: 1, message });
  return categories.flatMap(({ slug, topics }) => [
    ...(topics.length < RULES.topicsOfCategory
      ? [say(`${slug} has ${topics.length} topics, not ${RULES.topicsOfCategory} or more`)]
      : []),
    ...topics.flatMap((topic) => {
      const found = count.get(`${slug}/${topic.slug}`)?.length ?? 0;
      if (found >= RULES.promptsOfTopic) return [];
      return [say(`${slug}/${topic.slug} has ${found} prompts, not ${RULES.promptsOfTopic} or more`)];
    }),
  ]);
}

function checkWhole(prompts: readonly PromptFile[]): Problem[] {
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
  return messages.map((message) => ({ file: 'library.yaml', line: 1, message }));
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
