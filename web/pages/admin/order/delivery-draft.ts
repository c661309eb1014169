import type { Order } from '#contract/orders.ts';
import type { Variable } from '#contract/prompts.ts';

/** What staff write for a buyer. */
export interface DeliveryDraft {
  title: string;
  content: string;
  /** Those described so far; one whose blank was taken out of the text comes back with it. */
  variables: readonly Variable[];
}

/** A name in brackets, as in the front matter of content/. */
const BLANK = /\[([a-z][a-z0-9_]{0,39})\]/g;

/** The newest delivery, to be changed; before the first, the goal as a title. */
export function newestDraft({ deliveries, brief }: Order): DeliveryDraft {
  const newest = deliveries.at(-1);
  if (newest === undefined) return { title: brief.goal, content: '', variables: [] };
  const { title, content, variables } = newest;
  return { title, content, variables };
}

/** What this browser kept of it. */
export function readDraft(text: string, order: Order): DeliveryDraft {
  try {
    return JSON.parse(text);
  } catch {
    return newestDraft(order);
  }
}

/** One for each blank of the text, in its order; a new one has its name as a label. */
export function blanksOf({ content, variables }: DeliveryDraft): Variable[] {
  const names = new Set([...content.matchAll(BLANK)].map(([, name = '']) => name));
  return [...names].map(
    (name) =>
      variables.find((variable) => variable.name === name) ?? { name, label: labelOf(name), type: 'text' },
  );
}

const labelOf = (name: string) => (name[0] ?? '').toUpperCase() + name.slice(1).replaceAll('_', ' ');

export const withBlank = (draft: DeliveryDraft, changed: Variable): DeliveryDraft => ({
  ...draft,
  variables: [...draft.variables.filter(({ name }) => name !== changed.name), changed],
});

/** As the API takes it: a file like those in content/. */
export function fileOf(draft: DeliveryDraft): string {
  // JSON is YAML: every text is quoted, whatever is in it.
  const entries = blanksOf(draft).map((blank) => `  - ${JSON.stringify(filledFields(blank))}`);
  const variables = entries.length === 0 ? ['variables: []'] : ['variables:', ...entries];
  return ['---', `title: ${JSON.stringify(draft.title)}`, ...variables, '---', '', draft.content].join('\n');
}

function filledFields({ name, label, type, required, default: start, options, help }: Variable): Variable {
  const choices = options?.map((option) => option.trim()).filter(Boolean) ?? [];
  const isNumeric = type === 'number' && Number.isFinite(Number(start));
  return {
    name,
    label,
    type,
    ...(required ? { required } : {}),
    ...(start === undefined || start === '' ? {} : { default: isNumeric ? Number(start) : start }),
    ...(type === 'choice' ? { options: choices } : {}),
    ...(help?.trim() ? { help } : {}),
  };
}

/** Where a line of the file stands among the fields. */
export type DraftPlace =
  | { field: 'title' }
  | { field: 'blank'; name: string }
  | { field: 'content'; line: number };

/** @param line from 1 on */
export function placeOf(draft: DeliveryDraft, line: number): DraftPlace {
  const blanks = blanksOf(draft);
  const blank = blanks[line - 4];
  if (blank) return { field: 'blank', name: blank.name };
  const ofText = line - blanks.length - 5;
  return ofText > 0 ? { field: 'content', line: ofText } : { field: 'title' };
}

/** The fields of a file by their labels in the form. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  label: 'label',
  type: 'kind',
  options: 'choices',
  default: '“Filled in from the start”',
  help: 'hint',
};

/** What is wrong with a blank, in the words of the form: the check speaks of files. */
export function blankProblem(message: string): string {
  const [, field = '', problem = message] = /^variable \d+(?:, (\w+))?[^:]*: (.*)$/.exec(message) ?? [];
  if (field === 'options' && /at least 2|empty|missing/.test(problem)) return 'give at least two choices';
  const label = FIELD_LABELS[field];
  return label === undefined ? problem : `its ${label} ${problem}`;
}
