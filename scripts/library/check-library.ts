import type { Library } from '#server/features/library/library.files.ts';
import type { PromptFile } from '#server/features/library/library.format.ts';
import type { ContentProblem } from '#server/features/library/library.problems.ts';
import { checkVariables, problemAt } from '#server/features/library/library.variables.ts';
import { checkCategories, checkWhole, libraryProblem } from './check-counts.ts';
import { checkJson } from './check-json.ts';
import { checkParts } from './check-parts.ts';
import { checkSharedVariables } from './check-shared-variables.ts';
import { RULES } from './content-rules.ts';
import { exemplarProblems } from './exemplars.ts';
import { keywordProblems } from './keywords.ts';
import { countWords, type Pair, shingles, similarPairs, wordsOf } from './similarity.ts';
import {
  endsWithCheck,
  formOf,
  opensWithAphorism,
  opensWithFor,
  PROMPT_PATTERNS,
  summaryUsesGet,
} from './style.ts';

/** Overused phrases, as a reader sees them: any form of the verb, but not "elevated heart rate". */
const BANNED_PHRASES = [
  /\bunlock(?:s|ed|ing)?\b/i,
  /\bsupercharg(?:e|es|ed|ing)\b/i,
  /\bdelv(?:e|es|ed|ing)\b/i,
  /\bgame[- ]chang(?:er|ers|ing)\b/i,
  /\bseamless(?:ly)?\b/i,
  /\bleverag(?:e|es|ed|ing)\b/i,
  /\belevate\b/i,
  /\bin today['’]s fast-paced world\b/i,
];

/** Spellings that American English does not have. "Centre" in a name is left alone. */
const BRITISH_SPELLINGS = [
  /\b(?:apologi|categori|critici|customi|emphasi|finali|maximi|memori|minimi|optimi|(?:re)?organi|personali|prioriti|reali|recogni|speciali|standardi|summari)s(?:e[drs]?|ing|ations?)\b/i,
  /\banalys(?:ed?|ing)\b/i,
  /\b(?:behavi|col|fav|flav|harb|hon|hum|lab|neighb)our(?:s|ed|ing|able|al|hood|ites?)?\b/i,
  /\b(?:(?:kilo|centi|milli)?met|(?:milli)?lit|cent|fib|theat)res?\b/,
  /\b(?:cancel|counsel|label|level|model|signal|travel)l(?:ed|ing|ers?|ors?)\b/i,
  /\b(?:adverts?|afterwards|ageing|catalogues?|cheques?|cosy|enrolments?|fortnights?|fulfil(?:s|ment)?|grey|judgements?|learnt|licences?|maths|practis(?:e[ds]?|ing)|programmes?|sceptic(?:s|al|ism)?|towards|tyres?|whilst)\b/i,
];

/** Variation selector 16 turns a plain sign into an emoji. */
const EMOJI = /\p{Emoji_Presentation}|\u{FE0F}/u;

/** Every broken rule, in file order; those of the library as a whole come last. */
export function checkLibrary(library: Library): ContentProblem[] {
  const { prompts } = library;
  return [
    ...prompts.flatMap(checkPrompt),
    ...checkTitles(prompts),
    ...checkSimilarity(prompts),
    ...checkOpenings(prompts),
    ...checkCategories(library),
    ...checkWhole(prompts),
    ...checkStyle(prompts),
  ];
}

function checkPrompt(prompt: PromptFile): ContentProblem[] {
  return [
    ...checkLengths(prompt),
    ...checkPhrases(prompt),
    ...checkSpelling(prompt),
    ...checkVariables(prompt),
    ...checkFields(prompt),
    ...checkParts(prompt),
    ...checkJson(prompt),
    ...checkSharedVariables(prompt),
    ...checkProvenance(prompt),
    ...keywordProblems(prompt).map((message) => problemAt(prompt, 'keywords', message)),
    ...exemplarProblems(prompt).map((message) => problemAt(prompt, 'exemplars', message)),
  ];
}

function checkLengths(prompt: PromptFile): ContentProblem[] {
  const problems: ContentProblem[] = [];
  const expectCount = (field: string, [min, max]: readonly [number, number], count: number, unit: string) => {
    if (count >= min && count <= max) return;
    problems.push(problemAt(prompt, field, `has ${count} ${unit}, not ${min}–${max}`));
  };
  expectCount('title', RULES.title, prompt.title.length, 'characters');
  expectCount('summary', RULES.summary, prompt.summary.length, 'characters');
  expectCount('description', RULES.description, prompt.description.length, 'characters');
  expectCount('keywords', RULES.keywords, prompt.keywords.length, 'entries');
  const { tier } = prompt;
  const ofTier = `in a prompt of tier ${tier}`;
  expectCount('variables', RULES.variables[tier], prompt.variables.length, `entries ${ofTier}`);
  expectCount('content', RULES.words[tier], countWords(prompt.content), `words ${ofTier}`);
  if (prompt.slug.length > RULES.slugMax) {
    problems.push({
      file: prompt.file,
      line: 1,
      message: `the file name is longer than ${RULES.slugMax} characters`,
    });
  }
  return problems;
}

function checkPhrases(prompt: PromptFile): ContentProblem[] {
  const texts: [string, string][] = [
    ...(['title', 'summary', 'description', 'content'] as const).map((field): [string, string] => [
      field,
      prompt[field],
    ]),
    ['keywords', prompt.keywords.join(', ')],
    ...prompt.exemplars.map(({ output }): [string, string] => ['exemplars', output]),
  ];
  return texts.flatMap(([field, text]) => {
    const banned = BANNED_PHRASES.flatMap((phrase) => phrase.exec(text)?.[0] ?? []);
    const emoji = EMOJI.test(text) ? ['an emoji'] : [];
    return [...banned.map((phrase) => `the overused phrase "${phrase}"`), ...emoji].map((found) =>
      problemAt(prompt, field, `holds ${found}`),
    );
  });
}

/** Keywords are free: people type either spelling. */
function checkSpelling(prompt: PromptFile): ContentProblem[] {
  const { title, summary, description, content, variables } = prompt;
  const fields = variables.flatMap(({ label, help = '' }) => [label, help]).join('\n');
  return Object.entries({ title, summary, description, variables: fields, content }).flatMap(
    ([field, text]) =>
      BRITISH_SPELLINGS.flatMap((spelling) => spelling.exec(text)?.[0] ?? []).map((word) =>
        problemAt(prompt, field, `holds the British spelling "${word}"`),
      ),
  );
}

/** A default that says nothing; the variable can be optional instead. One of the answers to choose from says something. */
const FILLER = [
  /^(?:none|any|unknown|n\/?a|nothing|nobody|not [a-z]+)(?: (?:known|given|new|asked|yet|so far|regular|checked))*\.?$/i,
  /^(?:i|we|they) (?:do|did|have) not [a-z]+(?: (?:it|them|any|more|down|anybody|one|done|yet|so far))*\.?$/i,
  /^i (?:have|noticed|received|need|exclude|want) (?:nothing|no [a-z]+)(?: yet| so far)?\.?$/i,
];

/** Fields help whoever fills them in. */
function checkFields(prompt: PromptFile): ContentProblem[] {
  const pastes = prompt.variables.filter(({ type }) => type === 'long-text').map(({ name }) => `[${name}]`);
  if (prompt.tier === 'basic' && pastes.length > 1) {
    return [
      problemAt(prompt, 'variables', `${pastes.join(' and ')} are long texts, and a basic prompt has one`),
    ];
  }
  return prompt.variables.flatMap(({ name, type, required, help, default: initial }) => [
    ...(required && !help ? [problemAt(prompt, 'variables', `[${name}] is required and has no help`)] : []),
    ...(type !== 'choice' && FILLER.some((filler) => filler.test(String(initial ?? '')))
      ? [problemAt(prompt, 'variables', `[${name}] has the filler "${initial}" as its default`)]
      : []),
  ]);
}

/** One mould for all is tiring to read. */
function checkStyle(prompts: readonly PromptFile[]): ContentProblem[] {
  if (prompts.length < RULES.styleFrom) return [];
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  const shareOf = (has: (prompt: PromptFile) => boolean) => prompts.filter(has).length / prompts.length;
  const forms = PROMPT_PATTERNS.flatMap((form) => {
    const share = shareOf((prompt) => formOf(prompt) === form);
    const [min, max] = RULES.formShare;
    if (share >= min && share <= max) return [];
    return [
      libraryProblem(
        `${percent(share)} of the prompts are of the form "${form}", not ${percent(min)}–${percent(max)}`,
      ),
    ];
  });
  const measured = [
    ['saying', opensWithAphorism, 'open with a saying'],
    ['check', endsWithCheck, 'end with a check'],
    ['for', opensWithFor, 'have a description that opens with "For"'],
    ['gets', summaryUsesGet, 'have "get" in the summary'],
  ] as const;
  const habits = measured.flatMap(([rule, has, what]) => {
    const share = shareOf(has);
    const max = RULES.styleShares[rule];
    return share <= max
      ? []
      : [libraryProblem(`${percent(share)} of the prompts ${what}, not at most ${percent(max)}`)];
  });
  return [...forms, ...habits];
}

/** Whether it is about health, money or law, where a reader should be able to look it up. */
export function needsSources({ category, title, keywords }: PromptFile): boolean {
  if (LAW.test([title, ...keywords].join('\n'))) return true;
  return RULES.sourcedCategories.some((one) => one === category);
}

/** What people type who ask about law. A trademark is only looked for, and a sister-in-law has nothing to do with it. */
const LAW =
  /\b(?:(?<!-)law|lawyers?|leases?|tenanc(?:y|ies)|tenants?|eviction|gdpr|visas?|power of attorney|lawsuits?|copyright)\b/i;

function checkProvenance(prompt: PromptFile): ContentProblem[] {
  const { sources, reviewed, reviewDue } = prompt;
  const problems: ContentProblem[] = [];
  const require = (field: string, isMissing: boolean, what: string) => {
    if (isMissing) problems.push(problemAt(prompt, field, `a prompt about health, money or law ${what}`));
  };
  if (needsSources(prompt)) {
    require('sources', sources.length === 0, 'names one or more');
    require('reviewed', reviewed === null || reviewDue === null, 'says when, and when next');
  }
  if (reviewDue !== null && (reviewed === null || reviewDue <= reviewed)) {
    problems.push(problemAt(prompt, 'review_due', 'comes after the day in reviewed'));
  }
  return problems;
}

function checkTitles(prompts: readonly PromptFile[]): ContentProblem[] {
  const first = new Map<string, PromptFile>();
  return prompts.flatMap((prompt) => {
    const key = wordsOf(prompt.title).join(' ');
    const other = first.get(key);
    first.set(key, other ?? prompt);
    return other ? [problemAt(prompt, 'title', `is the title of ${other.file}`)] : [];
  });
}

/** The most similar pairs of texts and of titles, for the report and for the rule. */
export function closestPairs(
  prompts: readonly PromptFile[],
  max: number,
): { content: Pair[]; title: Pair[] } {
  return {
    content: similarPairs(
      prompts.map(({ content }) => shingles(content)),
      max,
    ),
    title: similarPairs(
      prompts.map(({ title }) => new Set(wordsOf(title))),
      max,
    ),
  };
}

function checkSimilarity(prompts: readonly PromptFile[]): ContentProblem[] {
  const pairs = closestPairs(prompts, 100);
  const problemsOf = (field: 'content' | 'title', max: number) =>
    pairs[field].flatMap(({ first, second, similarity }) => {
      const [one, other] = [prompts[first], prompts[second]];
      if (!one || !other || similarity <= max) return [];
      const percent = Math.round(similarity * 100);
      return [problemAt(other, field, `shares ${percent} % with ${one.file} (at most ${max * 100} %)`)];
    });
  return [...problemsOf('content', RULES.contentSimilarity), ...problemsOf('title', RULES.titleSimilarity)];
}

function checkOpenings(prompts: readonly PromptFile[]): ContentProblem[] {
  const openings = Map.groupBy(prompts, ({ content }) =>
    wordsOf(content).slice(0, RULES.openingWords).join(' '),
  );
  return [...openings].flatMap(([opening, sharing]) => {
    const [prompt, ...others] = sharing;
    // Two may be chance, however small the library.
    const isShared = sharing.length > Math.max(2, prompts.length * RULES.openingShare);
    if (!prompt || !isShared) return [];
    return [problemAt(prompt, 'content', `opens with "${opening}" like ${others.length} others`)];
  });
}
