import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { definitionName } from './alternatives.ts';
import type { SchemaDocument } from './generate.ts';
import type { Schema } from './walk.ts';

/** Says that none of several fits, where the ones below say what is wrong with each. */
const SUMMARIES = ['anyOf', 'type', 'enum'];

/** Checks values by the document's schemas. The first check of an answer compiles for about a second. */
export class Checker {
  readonly #ajv = new Ajv({ allErrors: true, strict: false, validateSchema: false, inlineRefs: false });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: SchemaDocument) {
    this.#ajv.addSchema({ $id: 'stripe', definitions: document.definitions });
  }

  /** @returns a line for each fault, beginning with where it is; none when all is well */
  check(schema: Schema, value: unknown): string[] {
    const validate = this.#validatorOf(schema);
    if (validate(value)) return [];
    return [...new Set(telling(validate.errors ?? []).map(lineOf))];
  }

  #validatorOf(schema: Schema): ValidateFunction {
    const key = definitionName(schema) ?? JSON.stringify(schema);
    let validate = this.#compiled.get(key);
    if (!validate) {
      validate = this.#ajv.compile(absolute(schema));
      this.#compiled.set(key, validate);
    }
    return validate;
  }
}

/** References of a schema outside the document have to name it. */
function absolute(schema: Schema): Schema {
  if (schema.anyOf) return { anyOf: schema.anyOf.map(absolute) };
  return schema.$ref ? { $ref: `stripe${schema.$ref}` } : schema;
}

/** An id or an object, says a type: of an object with a fault inside, only the fault is worth a line. */
function telling(errors: readonly ErrorObject[]): ErrorObject[] {
  const rest = errors.filter(
    (error) =>
      !isSummary(error) ||
      !errors.some((other) => isBelow(other, error) || (isBeside(other, error) && !isSummary(other))),
  );
  return rest.filter(
    (error) => error.keyword !== 'anyOf' || !rest.some((other) => other !== error && isBeside(other, error)),
  );
}

const isSummary = ({ keyword }: ErrorObject) => SUMMARIES.includes(keyword);
const isBeside = (one: ErrorObject, other: ErrorObject) => one.instancePath === other.instancePath;
const isBelow = (one: ErrorObject, other: ErrorObject) =>
  one.instancePath.startsWith(`${other.instancePath}/`);

function lineOf({ instancePath, keyword, message, params }: ErrorObject): string {
  const at = instancePath.slice(1).replaceAll('/', '.');
  return at === '' ? fault() : `${at}: ${fault()}`;

  function fault(): string {
    if (keyword === 'additionalProperties') return `unknown ${String(params['additionalProperty'])}`;
    if (keyword === 'required') return `missing ${String(params['missingProperty'])}`;
    // Of ajv's own making: the list the schema gave it.
    if (keyword === 'enum') return `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}`;
    return message ?? keyword;
  }
}
