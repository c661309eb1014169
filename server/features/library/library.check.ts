import { checkShelves, checkWhole, isJson } from './library.balance.ts';
import { exemplarProblems } from './library.exemplars.ts';
import type { Library } from './library.files.ts';
import { countLines, type Problem, type PromptFile } from './library.format.ts';
import { RULES } from './library.rules.ts';
import { countWords, type Pair, shingles, similarPairs, wordsOf } from './library.similarity.ts';

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
