import { readSchema } from './cache.ts';
import { Checker } from './check.ts';
import { checkExpand } from './expand.ts';
import { decodeForm } from './form.ts';
import type { SchemaDocument } from './generate.ts';

export interface StripeSchema {
  /**
   * @param operation as the SDK spells it: `subscriptions.create`
   * @param body decoded by `decodeForm`; undefined for none
   * @returns a line for each fault: of the parameters, and of paths to expand
   */
  checkRequest(operation: string, body: unknown): string[];
  /** @param wire a form body, or a query without its question mark */
  decodeForm(operation: string, wire: string): unknown;
  /**
   * @param type as the SDK names it: `Subscription`, `TestHelpers.TestClock`; `List<Subscription>` for a page of them;
   * `Event` for any event, told apart by its own `type`
   * @returns a line for each fault
   */
  checkAnswer(type: string, value: unknown): string[];
}

/** What the types of the installed SDK say about requests and answers. Seconds the first time, then milliseconds. */
export async function loadStripeSchema(): Promise<StripeSchema> {
  const document = await readSchema();
  const checker = new Checker(document);
  return {
    decodeForm: (operation, wire) => decodeForm(document, document.operations[operation]?.params, wire),
    checkRequest: (operation, body) => checkRequest(document, checker, operation, body ?? {}),
    checkAnswer: (type, value) => checkAnswer(document, checker, type, value),
  };
}

function checkRequest(document: SchemaDocument, checker: Checker, name: string, body: unknown): string[] {
  const operation = document.operations[name];
  if (!operation) return [`${name} is no operation the schema knows (sandbox/stripe-schema/operations.ts)`];
  if (!operation.params) return isEmpty(body) ? [] : [`${name} takes no parameters`];
  const expand = typeof body === 'object' && body !== null && 'expand' in body ? body.expand : undefined;
  return [...checker.check(operation.params, body), ...checkExpand(document, operation, expand)];
}

function isEmpty(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Object.keys(body).length === 0;
}

function checkAnswer(document: SchemaDocument, checker: Checker, type: string, value: unknown): string[] {
  const item = /^List<(.+)>$/.exec(type)?.[1];
  if (item !== undefined) return checkList(value, (one) => checkAnswer(document, checker, item, one));
  const schema = type === 'Event' ? document.events[eventType(value)] : document.answers[type];
  if (schema) return checker.check(schema, value);
  if (type === 'Event') return [`type: the schema knows no event ${eventType(value)}`];
  return [`${type} is no answer the schema knows (sandbox/stripe-schema/roots.ts)`];
}

function eventType(value: unknown): string {
  const isNamed = typeof value === 'object' && value !== null && 'type' in value;
  return isNamed ? String(value.type) : 'without a type';
}

/** A page of results (`ApiList`). */
function checkList(value: unknown, checkOne: (one: unknown) => string[]): string[] {
  if (typeof value !== 'object' || value === null) return ['must be object'];
  const { object, data, has_more, url, ...others } = value as Record<string, unknown>;
  const problems = Object.keys(others).map((name) => `unknown ${name}`);
  if (object !== 'list') problems.push('object: must be one of list');
  if (typeof has_more !== 'boolean') problems.push('has_more: must be boolean');
  if (typeof url !== 'string') problems.push('url: must be string');
  if (!Array.isArray(data)) return [...problems, 'data: must be array'];
  const inside = data.flatMap((one: unknown, index) => checkOne(one).map((line) => `data.${index}: ${line}`));
  return [...problems, ...inside];
}
