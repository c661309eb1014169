import qs from 'qs';
import type { Message, Schema, SchemaDocument } from './document.ts';

/** A value that went through the schema, with a line for each fault. */
export interface ValidationResult {
  value: unknown;
  faults: string[];
}

/** Further than any call of the SDK nests or counts. */
const LIMITS = { depth: 20, arrayLimit: 1000, parameterLimit: 10_000 };

/** The same for everything in the sandbox, where the types leave a choice. */
const CONSTANTS: Record<string, unknown> = {
  billing_mode: { type: 'flexible' },
  billing_scheme: 'per_unit',
  capture_method: 'automatic',
  collection_method: 'charge_automatically',
  confirmation_method: 'automatic',
  issuer: { type: 'self' },
  payment_method_types: ['card'],
  submission_method: 'manual',
  usage_type: 'licensed',
};

/**
 * Validates a message against the SDK's types.
 *
 * A request is text, a form body or a query, and comes back typed: `quantity=2` is a number where one is wanted.
 * Responses and events come back with what the types require and the sandbox does not model: null, false, 0, an empty
 * list, or one of the constants. Any other value that could mean something is never made up, but missing.
 */
export function validateMessage(
  document: SchemaDocument,
  message: Message,
  given: string | object,
): ValidationResult {
  const schema = document.messages[message];
  if (!schema) return { value: given, faults: ['the schema does not know it'] };
  const isForm = typeof given === 'string';
  const walk = new Walk(document, isForm);
  // As JSON, where what is undefined is absent.
  const value = walk.take(schema, isForm ? qs.parse(given, LIMITS) : JSON.parse(JSON.stringify(given)), '');
  return { value, faults: walk.faults };
}

/** Goes through a value and its schema side by side. No compiled validator: to compile one for the SDK's types takes a second. */
class Walk {
  readonly faults: string[] = [];
  readonly #document: SchemaDocument;
  readonly #isForm: boolean;

  constructor(document: SchemaDocument, isForm: boolean) {
    this.#document = document;
    this.#isForm = isForm;
  }

  /** @returns a copy, decoded or completed */
  take(schema: Schema, value: unknown, at: string): unknown {
    const wanted = this.#alternatives(schema);
    if (wanted.some((one) => !one.type && !one.enum)) return value;
    if (Array.isArray(value)) {
      const items = wanted.flatMap((one) => one.items ?? []);
      if (items.length > 0)
        return value.map((item, index) => this.take({ anyOf: items }, item, below(at, index)));
    } else if (typeof value === 'object' && value !== null) {
      const shape = this.#shapeOf(value, wanted);
      if (shape) return this.#takeObject(shape, value, at);
    } else {
      const typed = this.#isForm ? typedText(String(value), wanted) : value;
      if (wanted.some((one) => fits(one, typed))) return typed;
    }
    const named = wanted.flatMap((one) => one.enum ?? []);
    const kinds = wanted.map(({ type }) => type).join(' or ');
    this.#fault(at, named.length > 0 ? `must be one of ${named.join(', ')}` : `must be ${kinds}`);
    return value;
  }

  #takeObject(shape: Schema, value: object, at: string): unknown {
    const { properties = {}, required = [], additionalProperties: others } = shape;
    const taken: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(value)) {
      const schema = properties[name] ?? others;
      if (!schema) this.#fault(at, `unknown ${name}`);
      taken[name] = schema ? this.take(schema, member, below(at, name)) : member;
    }
    for (const name of required.filter((one) => !(one in taken))) {
      const schema = properties[name];
      const empty = this.#isForm || !schema ? undefined : this.#emptyValue(schema, name, below(at, name));
      if (empty === undefined) this.#fault(at, `missing ${name}`);
      else taken[name] = empty;
    }
    return taken;
  }

  /** Of several, the one whose constants (`object`, `deleted`) and names the value has. */
  #shapeOf(value: object, wanted: readonly Schema[]): Schema | undefined {
    const shapes = wanted.filter(({ type }) => type === 'object');
    if (shapes.length < 2) return shapes[0];
    const alike = shapes.filter((shape) => this.#hasConstants(shape, value));
    const hasAll = ({ properties = {} }: Schema) => Object.keys(value).every((name) => name in properties);
    return alike.find(hasAll) ?? alike[0] ?? shapes[0];
  }

  #hasConstants({ properties = {}, required = [] }: Schema, value: object): boolean {
    const given = new Map<string, unknown>(Object.entries(value));
    return Object.entries(properties).every(([name, member]) => {
      const [only, ...others] = this.#alternatives(member);
      if (others.length > 0 || only?.enum?.length !== 1) return true;
      return given.has(name) ? fits(only, given.get(name)) : !required.includes(name);
    });
  }

  #emptyValue(schema: Schema, name: string, at: string): unknown {
    const alternatives = this.#alternatives(schema);
    if (alternatives.some(({ type }) => type === 'null')) return null;
    if (name in CONSTANTS) return this.take(schema, CONSTANTS[name], at);
    const [only, ...others] = alternatives;
    if (!only || others.length > 0) return undefined;
    if (only.enum) return only.enum.length === 1 ? only.enum[0] : undefined;
    if (only.type === 'object') return this.#takeObject(only, {}, at);
    const empty: Record<string, unknown> = { boolean: false, number: 0, array: [] };
    return empty[only.type ?? ''];
  }

  /** What a value may be: references followed and unions flattened. */
  #alternatives(schema: Schema): Schema[] {
    if (schema.anyOf) return schema.anyOf.flatMap((one) => this.#alternatives(one));
    if (schema.$ref === undefined) return [schema];
    return [this.#document.definitions[schema.$ref] ?? {}];
  }

  #fault(at: string, fault: string): void {
    this.faults.push(at === '' ? fault : `${at}: ${fault}`);
  }
}

function below(at: string, name: string | number): string {
  return at === '' ? String(name) : `${at}.${name}`;
}

function fits({ type, enum: named }: Schema, value: unknown): boolean {
  return named ? named.some((one) => one === value) : type === (value === null ? 'null' : typeof value);
}

function typedText(text: string, wanted: readonly Schema[]): unknown {
  const readings: unknown[] = [text];
  if (/^-?\d+(\.\d+)?$/.test(text)) readings.push(Number(text));
  if (text === 'true' || text === 'false') readings.push(text === 'true');
  // The SDK sends null as an empty text.
  if (text === '') readings.push(null);
  return readings.find((reading) => wanted.some((one) => fits(one, reading))) ?? text;
}
