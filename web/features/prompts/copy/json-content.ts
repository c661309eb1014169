/** What JSON.parse makes of an object or an array. */
type JsonTree = { [key: string]: unknown } | unknown[];

/** The content as JSON, or undefined when it is plain text; a lone number or string is plain text. */
export function parseJsonContent(content: string): JsonTree | undefined {
  try {
    const value: unknown = JSON.parse(content);
    return isTree(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * JSON content as people read it: the first text among `prompt`, `content` and `text` that is not empty, else every
 * key and value, nested, as headings and dashes.
 */
export function readableJson(tree: JsonTree): string {
  if (!Array.isArray(tree)) {
    for (const key of ['prompt', 'content', 'text']) {
      const text = Object.hasOwn(tree, key) ? tree[key] : undefined;
      if (typeof text === 'string' && text.trim()) return text;
    }
  }
  if (Array.isArray(tree)) return listLines(tree, 0).join('\n');
  return Object.entries(tree)
    .map(([key, value]) => [`## ${inWords(key)}`, ...sectionLines(key, value)].join('\n'))
    .join('\n\n');
}

function sectionLines(key: string, value: unknown): string[] {
  if (!isTree(value)) return [scalar(value)];
  // Nobody reads a JSON Schema as nested dashes, and the model gets it as it is written.
  if (/schema$/i.test(key)) return ['```json', JSON.stringify(value, null, 2), '```'];
  return treeLines(value, 0);
}

function treeLines(tree: JsonTree, depth: number): string[] {
  return Array.isArray(tree) ? listLines(tree, depth) : entryLines(tree, depth);
}

function entryLines(tree: { [key: string]: unknown }, depth: number): string[] {
  return Object.entries(tree).flatMap(([key, value]) => {
    const label = `${dash(depth)}${inWords(key)}:`;
    return isTree(value) ? [label, ...treeLines(value, depth + 1)] : [`${label} ${scalar(value)}`];
  });
}

function listLines(list: unknown[], depth: number): string[] {
  return list.flatMap((item, index) => {
    if (!isTree(item)) return [`${dash(depth)}${scalar(item)}`];
    if (Array.isArray(item)) return listLines(item, depth);
    // The first entry carries the dash of the whole; the others hang under it.
    const [first = '', ...rest] = namedLines(item, index + 1, depth) ?? entryLines(item, depth);
    return [first, ...rest.map((line) => `  ${line}`)];
  });
}

const NUMBERS = ['n', 'no', 'number', 'step', 'stage', 'round', 'pass'];

/** An item begins with its number and its name, or with what is to be done in a numbered step; undefined without them. */
function namedLines(item: { [key: string]: unknown }, position: number, depth: number): string[] | undefined {
  const number = NUMBERS.find((key) => item[key] === position);
  const names = number === undefined ? ['name', 'title'] : ['name', 'title', 'do'];
  const name = names.find((key) => typeof item[key] === 'string' && item[key].trim() !== '');
  if (name === undefined) return undefined;
  const others = Object.entries(item).filter(([key]) => key !== number && key !== name);
  const head = number === undefined ? '' : `${item[number]}. `;
  return [`${dash(depth)}${head}${item[name]}`, ...entryLines(Object.fromEntries(others), depth)];
}

const dash = (depth: number) => `${'  '.repeat(depth)}- `;

const CAPITALS = /\b(?:i|ai|api|csv|html|id|json|pdf|seo|sql|url)\b/g;

/** `rules_i_pasted`, `rulesIPasted` → "Rules I pasted". */
function inWords(key: string): string {
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
    .replace(/[_\s]+/g, ' ')
    .trim()
    .replace(CAPITALS, (word) => word.toUpperCase());
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : key;
}

function scalar(value: unknown): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

function isTree(value: unknown): value is JsonTree {
  return typeof value === 'object' && value !== null;
}
