import { join } from 'node:path';
import { API, type Checker, type Project, type Type } from 'typescript/unstable/sync';
import type { Schema, SchemaDocument } from './document.ts';
import { TypeWalk } from './walk.ts';

/** What the schema is to know, by the SDK's names. */
export interface Wanted {
  operations: readonly string[];
  events: readonly string[];
}

/**
 * Reads the types of the installed SDK. Stripe generates them from the same description as its API, at exactly the
 * version the SDK pins, so they judge our calls independently of us.
 * The compiler's API is marked unstable: `typescript` is pinned.
 */
export function generateSchema(wanted: Wanted): SchemaDocument {
  const folder = import.meta.dirname;
  const api = new API({ cwd: folder });
  try {
    const snapshot = api.updateSnapshot({ openProjects: [join(folder, 'tsconfig.json')] });
    const [project] = snapshot.getProjects();
    if (!project) throw new Error('The compiler found no project in sandbox/stripe/schema.');
    return new Generator(project).run(wanted);
  } finally {
    api.close();
  }
}

class Generator {
  readonly #project: Project;
  readonly #checker: Checker;
  readonly #walk: TypeWalk;
  readonly #messages: SchemaDocument['messages'] = {};

  constructor(project: Project) {
    this.#project = project;
    this.#checker = project.checker;
    this.#walk = new TypeWalk(project);
  }

  run({ operations, events }: Wanted): SchemaDocument {
    const client = this.#checker.getTypeOfSymbol(this.#root('stripe'));
    if (!client) throw new Error('The SDK has no client type.');
    this.#addEvents(this.#checker.getDeclaredTypeOfSymbol(this.#root('AnyEvent')), events);
    for (const path of operations) this.#addOperation(client, path);
    return { messages: this.#messages, definitions: this.#walk.definitions };
  }

  #root(name: string) {
    const file = this.#project.program.getSourceFile(join(import.meta.dirname, 'roots.ts'));
    const module = file && this.#checker.getSymbolAtLocation(file);
    const exported = module ? this.#checker.getExportsOfModule(module) : [];
    const symbol = exported.find((candidate) => candidate.name === name);
    if (!symbol) throw new Error(`roots.ts does not export ${name}.`);
    return symbol;
  }

  #member(type: Type, name: string): Type {
    const symbol = this.#checker.getPropertyOfType(type, name);
    const member = symbol && this.#checker.getTypeOfSymbol(symbol);
    if (!member) throw new Error(`The SDK has no ${name} where one was expected.`);
    return member;
  }

  #addEvents(anyEvent: Type, wanted: readonly string[]): void {
    for (const type of anyEvent.isUnionType() ? anyEvent.getTypes() : []) {
      const name = this.#member(type, 'type');
      if (name.isStringLiteralType() && wanted.includes(name.value)) {
        this.#messages[`event ${name.value}`] = this.#walk.schemaOf(type);
      }
    }
    const missing = wanted.filter((name) => !(`event ${name}` in this.#messages));
    if (missing.length > 0) throw new Error(`The SDK knows no event ${missing.join(', ')}.`);
  }

  #addOperation(client: Type, path: string): void {
    const method = path.split('.').reduce((type, name) => this.#member(type, name), client);
    // Overloads, where there are any, only leave the params out.
    const signatures = this.#checker.getSignaturesOfType(method, 0);
    const params = signatures
      .flatMap((signature) => signature.getParameters())
      .find((parameter) => parameter.name === 'params');
    const [signature] = signatures;
    const returned = signature && this.#checker.getReturnTypeOfSignature(signature);
    if (!returned?.isObjectType() || !returned.isTypeReference()) throw new Error(`${path} returns nothing.`);
    const isList = returned.getSymbol()?.name === 'ApiListPromise';
    const [response] = this.#checker.getTypeArguments(returned);
    const paramsType = params && this.#checker.getTypeOfSymbol(params);
    if (!response) throw new Error(`${path} promises nothing.`);
    // A single response is `Response<T>`: T and what the SDK adds to it.
    const single = response.getAliasTypeArguments()[0] ?? response;
    this.#messages[`response ${path}`] = isList
      ? pageOf(this.#walk.schemaOf(response))
      : this.#walk.schemaOf(single);
    this.#messages[`request ${path}`] = paramsType ? this.#walk.schemaOf(paramsType) : objectOf({});
  }
}

function objectOf(properties: Record<string, Schema>): Schema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

/** A page of a list; in the SDK it is a class of its own. */
function pageOf(item: Schema): Schema {
  return objectOf({
    object: { enum: ['list'] },
    data: { type: 'array', items: item },
    has_more: { type: 'boolean' },
    url: { type: 'string' },
  });
}
