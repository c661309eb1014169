import { invalidParameter, missingParameter } from './errors.ts';

type Tree = { [key: string]: Tree | string };

const DEEPEST = 8;
const KEY = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;

/**
 * Reads `items[0][price]=x` as the API does: everything is text, and whoever asks says what it is to be. Our own
 * reading, apart from the schema's: a mistake in one shows as a difference between both.
 */
export class Params {
  readonly #tree: Tree;
  readonly #path: string;

  private constructor(tree: Tree, path: string) {
    this.#tree = tree;
    this.#path = path;
  }

  /** @throws StripeError 400 for a key that cannot be read */
  static read(wire: string): Params {
    const tree: Tree = emptyTree();
    for (const [key, value] of new URLSearchParams(wire)) insert(tree, key, value);
    return new Params(tree, '');
  }

  has(name: string): boolean {
    return name in this.#tree;
  }

  /** Undefined when absent; empty when it is to be taken away. */
  text(name: string): string | undefined {
    const value = this.#tree[name];
    if (value === undefined || typeof value === 'string') return value;
    throw invalidParameter(this.path(name), `Invalid string: ${this.path(name)}`);
  }

  /** @throws StripeError when absent or empty */
  required(name: string): string {
    const value = this.text(name);
    if (!value) throw missingParameter(this.path(name));
    return value;
  }

  integer(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined || value === '') return undefined;
    if (/^-?\d{1,15}$/.test(value)) return Number(value);
    throw invalidParameter(this.path(name), `Invalid integer: ${value}`, 'parameter_invalid_integer');
  }

  flag(name: string): boolean | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (value === 'true' || value === 'false') return value === 'true';
    throw invalidParameter(this.path(name), `Invalid boolean: ${value}`);
  }

  choice<const T extends string>(name: string, options: readonly T[]): T | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const found = options.find((option) => option === value);
    if (found !== undefined) return found;
    throw invalidParameter(
      this.path(name),
      `Invalid ${this.path(name)}: must be one of ${options.join(', ')}`,
    );
  }

  /** The named part; empty when absent. */
  part(name: string): Params {
    const value = this.#tree[name];
    return new Params(typeof value === 'object' ? value : emptyTree(), this.path(name));
  }

  /** `name[0][…]`, `name[1][…]`. */
  parts(name: string): Params[] {
    const value = this.#tree[name];
    if (typeof value !== 'object') return [];
    return Object.keys(value).map((index) => {
      const part = value[index];
      return new Params(typeof part === 'object' ? part : emptyTree(), `${this.path(name)}[${index}]`);
    });
  }

  /** `name[0]=a&name[1]=b`, or `name[]=a`. */
  texts(name: string): string[] {
    const value = this.#tree[name];
    if (typeof value !== 'object') return [];
    return Object.values(value).filter((entry) => typeof entry === 'string');
  }

  /** These, over the old ones; an empty value takes one away, and an empty `metadata` all of them. */
  metadata(old: Record<string, string> = {}): Record<string, string> {
    const value = this.#tree['metadata'];
    if (value === undefined) return { ...old };
    if (typeof value === 'string') return {};
    const merged = { ...old };
    for (const [key, entry] of Object.entries(value)) {
      if (typeof entry !== 'string') throw invalidParameter('metadata', 'Metadata values must be text.');
      if (entry === '') delete merged[key];
      else merged[key] = entry;
    }
    return merged;
  }

  names(): string[] {
    return Object.keys(this.#tree);
  }

  path(name: string): string {
    return this.#path === '' ? name : `${this.#path}[${name}]`;
  }
}

/** Without a prototype: `__proto__` is a name like any other. */
function emptyTree(): Tree {
  return Object.create(null);
}

function insert(tree: Tree, key: string, value: string): void {
  const found = KEY.exec(key);
  if (!found) throw invalidParameter(key, `Invalid parameter: ${key}`);
  const inner = found[2] ? found[2].slice(1, -1).split('][') : [];
  const names = [found[1] ?? '', ...inner];
  if (names.length > DEEPEST) throw invalidParameter(key, `Parameter nested too deeply: ${key}`);
  let place = tree;
  for (const [index, name] of names.entries()) {
    const known = name === '' ? String(Object.keys(place).length) : name;
    if (index === names.length - 1) {
      place[known] = value;
      return;
    }
    const next = place[known] ?? emptyTree();
    if (typeof next === 'string') throw invalidParameter(key, `Invalid parameter: ${key}`);
    place[known] = next;
    place = next;
  }
}
