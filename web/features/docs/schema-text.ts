import { SLUG_PATTERN } from '#contract/slugs.ts';

/** The parts of JSON Schema our own documents use. */
export interface Schema {
  type?: string | string[];
  format?: string;
  enum?: (string | number | null)[];
  const?: unknown;
  default?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

/** Patterns people know by a name; any other is left out, because nobody reads a list of parameters for them. */
const PATTERN_NAMES: Readonly<Record<string, string>> = {
  [SLUG_PATTERN.source]: 'A slug: lowercase letters, digits and hyphens.',
  '^[a-z0-9-]+(?:,[a-z0-9-]+)*$': 'Slugs, separated by commas.',
  '^\\d{1,6}$': 'A whole number.',
  '^[a-z2-7]{12}$': 'An id: twelve of a–z and 2–7.',
};

/** "string", "integer", "one of a, b, c", "string or null". */
export function valueType(schema: Schema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(valueType))].join(' or ');
  if (schema.enum) {
    const values = schema.enum.filter((value) => value !== '').map(String);
    return values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`;
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : schema.type;
  if (schema.format === 'date-time') return 'date and time';
  return type ?? 'any value';
}

/** Limits and default of a value in sentences; empty when there are none. */
export function valueLimits(schema: Schema): string {
  const parts = [
    schema.pattern && PATTERN_NAMES[schema.pattern],
    schema.maxLength !== undefined && `At most ${schema.maxLength} characters.`,
    schema.minimum !== undefined && schema.minimum > Number.MIN_SAFE_INTEGER && `At least ${schema.minimum}.`,
    schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER && `At most ${schema.maximum}.`,
    schema.default !== undefined && `Default: ${String(schema.default)}.`,
    ...(schema.anyOf ?? []).map(valueLimits),
  ];
  return parts.filter(Boolean).join(' ');
}

/** A whole body, one property a line, nested ones indented by two spaces. */
export function schemaText(schema: Schema, indent = ''): string {
  if (schema.type === 'array' && schema.items) return `list of ${schemaText(schema.items, indent)}`;
  if (!schema.properties) return valueType(schema);
  const inner = `${indent}  `;
  const lines = Object.entries(schema.properties).map(([name, property]) => {
    const optionalSign = schema.required?.includes(name) ? '' : '?';
    return `${inner}${name}${optionalSign}: ${schemaText(property, inner)}`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}

/** A value of the right form, to be written over. */
export function exampleOf(schema: Schema): unknown {
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [name, exampleOf(property)]),
    );
  }
  if (schema.enum) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  const types = [schema.type ?? []].flat();
  if (types.includes('null') || schema.anyOf?.some(({ type }) => type === 'null')) return null;
  if (types.includes('array')) return [];
  if (types.includes('boolean')) return false;
  return types.includes('integer') || types.includes('number') ? 1 : '';
}
