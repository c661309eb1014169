import { alternativesOf } from './alternatives.ts';
import type { Operation, SchemaDocument } from './generate.ts';
import type { Schema } from './walk.ts';

/** Stripe refuses longer paths, `data.` included (stripe/stripe-java#2011). */
const MOST_LEVELS = 4;

/**
 * Left out unless asked for, like optional lists (`payments`, `tax_ids`). The types cannot tell these from members that
 * are merely optional.
 */
const LEFT_OUT_UNLESS_EXPANDED = ['confirmation_secret', 'tax', 'cash_balance', 'invoice_credit_balance'];

/** @returns a sentence for each path that leads nowhere, or to what cannot be expanded */
export function checkExpand(document: SchemaDocument, operation: Operation, paths: unknown): string[] {
  if (!Array.isArray(paths)) return [];
  return paths.flatMap((path: unknown) => {
    const problem = typeof path === 'string' ? problemOf(document, operation, path) : undefined;
    return problem === undefined ? [] : [`expand: ${problem}`];
  });
}

function problemOf(document: SchemaDocument, operation: Operation, path: string): string | undefined {
  const names = path.split('.');
  if (names.length > MOST_LEVELS) return `${path} is deeper than ${MOST_LEVELS} levels`;
  if (operation.isList && names.shift() !== 'data') return `${path} of a list has to begin with data.`;
  if (names.length === 0) return `${path} cannot be expanded`;
  let at = alternativesOf(document, operation.answer);
  for (const [index, name] of names.entries()) {
    const owner = at.find((schema) => schema.properties?.[name]);
    const member = owner?.properties?.[name];
    if (!owner || !member) return `${path}: there is no ${name}`;
    const next = alternativesOf(document, member).flatMap((schema) =>
      schema.type === 'array' ? alternativesOf(document, schema.items) : [schema],
    );
    if (index === names.length - 1 && !isExpandable(owner, name, next)) return `${path} cannot be expanded`;
    at = next;
  }
  return undefined;
}

/** An id or the object itself; or there only when asked for. */
function isExpandable(owner: Schema, name: string, next: readonly Schema[]): boolean {
  const objects = next.filter((schema) => schema.type === 'object');
  if (next.some((schema) => schema.type === 'string')) return objects.length > 0;
  if (owner.required?.includes(name)) return false;
  return LEFT_OUT_UNLESS_EXPANDED.includes(name) || objects.some(isList);
}

function isList(schema: Schema): boolean {
  return schema.properties?.['object']?.enum?.[0] === 'list';
}
