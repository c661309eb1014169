import qs from 'qs';
import { alternativesOf } from './alternatives.ts';
import type { SchemaDocument } from './generate.ts';
import type { Schema } from './walk.ts';

/** Further than any call of the SDK nests or counts. */
const LIMITS = { depth: 20, arrayLimit: 1000, parameterLimit: 10_000 };

/**
 * A form body or a query as it came over the wire, as the typed value its schema speaks of: `quantity=2` becomes a
 * number where one is wanted. What fits nothing stays a string, for the check to complain about.
 */
export function decodeForm(document: SchemaDocument, schema: Schema | undefined, wire: string): unknown {
  return typed(document, qs.parse(wire, LIMITS), alternativesOf(document, schema));
}

function typed(document: SchemaDocument, value: unknown, wanted: readonly Schema[]): unknown {
  if (typeof value === 'string') return typedWord(value, wanted);
  if (Array.isArray(value)) {
    const items = wanted.flatMap((schema) => alternativesOf(document, schema.items));
    return value.map((item) => typed(document, item, items));
  }
  if (typeof value !== 'object' || value === null) return value;
  const objects = wanted.filter((schema) => schema.type === 'object');
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const schemas = objects.flatMap((schema) =>
        alternativesOf(document, schema.properties?.[name] ?? (schema.additionalProperties || undefined)),
      );
      return [name, typed(document, member, schemas)];
    }),
  );
}

function typedWord(word: string, wanted: readonly Schema[]): string | number | boolean | null {
  const takes = (type: Schema['type']) => wanted.some((schema) => schema.type === type);
  const named = wanted.flatMap((schema) => schema.enum ?? []);
  if (named.includes(word) || takes('string')) return word;
  if (takes('number') && /^-?\d+(\.\d+)?$/.test(word)) return Number(word);
  if (word === 'true' && (takes('boolean') || named.includes(true))) return true;
  if (word === 'false' && (takes('boolean') || named.includes(false))) return false;
  // The SDK sends null as nothing.
  if (word === '' && takes('null')) return null;
  return word;
}
