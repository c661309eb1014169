import { PLACEHOLDER } from '#contract/fill-placeholders.ts';
import type { Order } from '#contract/orders.ts';
import type { Variable } from '#contract/prompts.ts';

/** What staff write for a buyer. */
export interface DeliveryDraft {
  title: string;
  content: string;
  /** Those described so far; one whose blank was taken out of the text comes back with it. */
  variables: readonly Variable[];
}

/** The newest delivery, to be changed; before the first, the goal as a title. */
export function newestDraft({ deliveries, brief }: Order): DeliveryDraft {
  const newest = deliveries.at(-1);
  if (newest === undefined) return { title: brief.goal, content: '', variables: [] };
  const { title, content, variables } = newest;
  return { title, content, variables };
}

/** What this browser kept of it. Never throws. */
export function parseDraft(text: string, order: Order): DeliveryDraft {
  const newest = newestDraft(order);
  if (text === '') return newest;
  try {
    const kept: unknown = JSON.parse(text);
    return isDraft(kept) ? kept : newest;
  } catch {
    // Drafts were files, once: nobody's work is lost.
    return { ...newest, content: text };
  }
}

function isDraft(kept: unknown): kept is DeliveryDraft {
  if (typeof kept !== 'object' || kept === null) return false;
  const { title, content, variables } = kept as Partial<Record<keyof DeliveryDraft, unknown>>;
  if (typeof title !== 'string' || typeof content !== 'string' || !Array.isArray(variables)) return false;
  return variables.every((each) => typeof each?.name === 'string' && typeof each.label === 'string');
}

/** One for each blank of the text, in its order; a new one has its name as a label. */
export function blanksOf({ content, variables }: DeliveryDraft): Variable[] {
  const names = new Set([...content.matchAll(PLACEHOLDER)].map(([, name = '']) => name));
  return [...names].map(
    (name) =>
      variables.find((variable) => variable.name === name) ?? { name, label: labelOf(name), type: 'text' },
  );
}

/** Of two characters or more, as the server wants it. */
function labelOf(name: string): string {
  const words = name.replaceAll('_', ' ').trim();
  const label = (words[0] ?? '').toUpperCase() + words.slice(1);
  return label.length > 1 ? label : `Value ${label}`;
}

/** What must be filled in has none, and neither has a date. */
export const hasDefault = ({ type, required }: Variable) => type !== 'date' && !required;

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

function filledFields(blank: Variable): Variable {
  const { name, label, type, required, options, help } = blank;
  const start = hasDefault(blank) ? String(blank.default ?? '') : '';
  const choices = options?.map((option) => option.trim()).filter(Boolean) ?? [];
  const isNumeric = type === 'number' && Number.isFinite(Number(start));
  return {
    name,
    label,
    type,
    ...(required ? { required } : {}),
    ...(start.trim() === '' ? {} : { default: isNumeric ? Number(start) : start }),
    ...(type === 'choice' ? { options: choices } : {}),
    ...(help?.trim() ? { help } : {}),
  };
}

export interface Problem {
  line: number;
  message: string;
}

const BLANK_PARTS = ['label', 'type', 'options', 'help', 'default'] as const;

export type BlankPart = (typeof BLANK_PARTS)[number];

/** The field where something is wrong. */
export type DraftPlace =
  | { field: 'title' }
  /** No part: the blank as a whole. */
  | { field: 'blank'; name: string; part: BlankPart | null }
  | { field: 'content'; line: number };

/** By the line of its file, and for a blank by the part that the message begins with: "variable 1, default: …". */
export function placeOf(draft: DeliveryDraft, { line, message }: Problem): DraftPlace {
  const blanks = blanksOf(draft);
  const blank = blanks[line - 4];
  if (blank) {
    const [of = ''] = message.split(':', 1);
    const isOption = /, option(s| \d+)$/.test(of);
    const part = isOption ? 'options' : BLANK_PARTS.find((each) => of.endsWith(`, ${each}`));
    return { field: 'blank', name: blank.name, part: part ?? null };
  }
  const ofText = line - blanks.length - 5;
  return ofText > 0 ? { field: 'content', line: ofText } : { field: 'title' };
}
