import type { SchemaDocument } from './generate.ts';
import type { Schema } from './walk.ts';

/** What a value may be, with references followed and unions opened: schemas that are neither. */
export function alternativesOf(document: SchemaDocument, schema: Schema | undefined): Schema[] {
  if (!schema) return [];
  if (schema.anyOf) return schema.anyOf.flatMap((one) => alternativesOf(document, one));
  const name = definitionName(schema);
  if (name === undefined) return [schema];
  const definition = document.definitions[name];
  return definition ? [definition] : [];
}

/** `#/definitions/Subscription` → `Subscription` */
export function definitionName(schema: Schema): string | undefined {
  return schema.$ref?.slice('#/definitions/'.length);
}
