import { defaultValue, SHARED_VARIABLES } from '#contract/fill-placeholders.ts';
import type { Variable } from '#contract/prompts.ts';

/** So that the store stays small whatever is pasted into a field. */
const MAX_LENGTH = 4000;
const MAX_PROMPTS = 100;

const SHARED_NAMES: ReadonlySet<string> = new Set(SHARED_VARIABLES);

type Values = Record<string, string>;

interface Store {
  shared: Values;
  /** By prompt, the last used one last. */
  prompts: Record<string, Values>;
}

const keyOf = (memberId: string) => `variables:${memberId}`;

/** Whatever else is stored, as by versions that shared every name, is not read. */
function readStore(memberId: string): Store {
  try {
    const { shared, prompts } = entriesOf(JSON.parse(localStorage.getItem(keyOf(memberId)) ?? '{}'));
    const byPrompt = Object.entries(entriesOf(prompts)).map(([id, values]) => [id, toValues(values)]);
    return { shared: toValues(shared), prompts: Object.fromEntries(byPrompt) };
  } catch {
    return { shared: {}, prompts: {} };
  }
}

function entriesOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function toValues(value: unknown): Values {
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';
  return Object.fromEntries(Object.entries(entriesOf(value)).filter(isText));
}

/** What this member last typed in this browser: into the fields of this prompt, and into shared ones of any. */
export function readRemembered(memberId: string, promptId: string | undefined): Values {
  const { shared, prompts } = readStore(memberId);
  return { ...shared, ...(promptId === undefined ? {} : prompts[promptId]) };
}

/** Blank forgets the name. Of a prompt without an id only the shared names are remembered. */
export function remember(memberId: string, promptId: string | undefined, name: string, value: string): void {
  const store = readStore(memberId);
  const isStored = value.trim() !== '' && value.length <= MAX_LENGTH;
  const change = ({ [name]: _, ...others }: Values): Values =>
    isStored ? { ...others, [name]: value } : others;
  if (SHARED_NAMES.has(name)) store.shared = change(store.shared);
  else if (promptId !== undefined) {
    const { [promptId]: mine = {}, ...others } = store.prompts;
    const entries = [...Object.entries(others), [promptId, change(mine)]];
    store.prompts = Object.fromEntries(entries.slice(-MAX_PROMPTS));
  }
  save(memberId, store);
}

/** Forgets what was typed into the fields of this prompt alone. */
export function forget(memberId: string, promptId: string | undefined): void {
  const { shared, prompts } = readStore(memberId);
  const others = Object.entries(prompts).filter(([id]) => id !== promptId);
  save(memberId, { shared, prompts: Object.fromEntries(others) });
}

interface RememberedValue {
  name: string;
  value: string;
  /** Null for one that every prompt is offered. */
  promptId: string | null;
}

/** Everything this browser remembers of a member: shared values, then those of the prompt that was used last, and so on. */
export function listRemembered(memberId: string): RememberedValue[] {
  const { shared, prompts } = readStore(memberId);
  const list = (values: Values, promptId: string | null) =>
    Object.entries(values).map(([name, value]) => ({ name, value, promptId }));
  return [
    ...list(shared, null),
    ...Object.entries(prompts)
      .toReversed()
      .flatMap(([id, values]) => list(values, id)),
  ];
}

export function forgetAll(memberId: string): void {
  save(memberId, { shared: {}, prompts: {} });
}

function save(memberId: string, store: Store): void {
  try {
    localStorage.setItem(keyOf(memberId), JSON.stringify(store));
  } catch {
    // Storage is full or refused: the values are there for this prompt, and that is all that is lost.
  }
}

/** What a prompt starts with: what is remembered where it suits the field, else the prompt's default, else nothing. */
export function initialValues(
  variables: readonly Variable[],
  remembered: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    variables.map((variable) => [variable.name, knownValue(variable, remembered) ?? defaultValue(variable)]),
  );
}

function knownValue(variable: Variable, remembered: Readonly<Record<string, string>>): string | undefined {
  const known = Object.hasOwn(remembered, variable.name) ? remembered[variable.name] : undefined;
  return known !== undefined && suits(variable, known) ? known : undefined;
}

function suits({ type, options }: Variable, value: string): boolean {
  if (type === 'choice') return options?.includes(value) ?? false;
  if (type === 'number') return value.trim() !== '' && Number.isFinite(Number(value));
  if (type === 'date') return /^\d{4}-\d{2}-\d{2}$/.test(value);
  return type === 'long-text' || !value.includes('\n');
}
