import { join } from 'node:path';
import { API, type Checker, type Project, type Type } from 'typescript/unstable/sync';
import { EVENTS, OPERATIONS } from './operations.ts';
import { type Schema, TypeWalk } from './walk.ts';

export interface Operation {
  /** Absent: the call takes none. */
  params?: Schema;
  answer: Schema;
  /** The answer is a page of these, so that paths to expand begin with `data.` */
  isList: boolean;
}

/** All the sandbox needs to know of the SDK's types, as plain data. */
export interface SchemaDocument {
  definitions: Record<string, Schema>;
  operations: Record<string, Operation>;
  /** By the names of `Answers` in roots.ts. */
  answers: Record<string, Schema>;
  /** By the event's `type`. */
  events: Record<string, Schema>;
}

/**
 * Reads the types of the SDK that is installed. Stripe makes them from the same description as its API, at exactly the
 * version the SDK pins, so they are an opinion about our calls that we did not write.
 * The compiler's interface is marked unstable: `typescript` is pinned.
 */
export function generateSchema(): SchemaDocument {
  const folder = import.meta.dirname;
  const api = new API({ cwd: folder });
  try {
    const snapshot = api.updateSnapshot({ openProjects: [join(folder, 'tsconfig.json')] });
    const [project] = snapshot.getProjects();
    if (!project) throw new Error('The compiler found no project in sandbox/stripe-schema.');
    return new Generator(project).run();
  } finally {
    api.close();
  }
}

class Generator {
  readonly #project: Project;
  readonly #checker: Checker;
  readonly #walk: TypeWalk;

  constructor(project: Project) {
    this.#project = project;
    this.#checker = project.checker;
    this.#walk = new TypeWalk(project);
  }

  run(): SchemaDocument {
    const roots = this.#roots();
    const client = this.#checker.getTypeOfSymbol(roots('stripe'));
    if (!client) throw new Error('The SDK has no client type.');
    const answers = this.#members(this.#checker.getDeclaredTypeOfSymbol(roots('Answers')));
    return {
      answers: Object.fromEntries(answers.map(([name, type]) => [name, this.#walk.schemaOf(type)])),
      events: this.#events(this.#checker.getDeclaredTypeOfSymbol(roots('AnyEvent'))),
      operations: Object.fromEntries(OPERATIONS.map((path) => [path, this.#operation(client, path)])),
      definitions: this.#walk.definitions,
    };
  }

  #roots() {
    const file = this.#project.program.getSourceFile(join(import.meta.dirname, 'roots.ts'));
    const module = file && this.#checker.getSymbolAtLocation(file);
    const exported = module ? this.#checker.getExportsOfModule(module) : [];
    return (name: string) => {
      const symbol = exported.find((candidate) => candidate.name === name);
      if (!symbol) throw new Error(`roots.ts does not export ${name}.`);
      return symbol;
    };
  }

  #members(type: Type): [string, Type][] {
    const symbols = this.#checker.getPropertiesOfType(type);
    const types = this.#checker.getTypeOfSymbol(symbols);
    return symbols.flatMap((symbol, index): [string, Type][] => {
      const member = types[index];
      return member ? [[symbol.name, member]] : [];
    });
  }

  #member(type: Type, name: string): Type {
    const symbol = this.#checker.getPropertyOfType(type, name);
    const member = symbol && this.#checker.getTypeOfSymbol(symbol);
    if (!member) throw new Error(`The SDK has no ${name} where one was expected.`);
    return member;
  }

  #events(anyEvent: Type): Record<string, Schema> {
    const events: Record<string, Schema> = {};
    for (const type of anyEvent.isUnionType() ? anyEvent.getTypes() : []) {
      const name = this.#member(type, 'type');
      if (name.isStringLiteralType() && (EVENTS as readonly string[]).includes(name.value)) {
        events[name.value] = this.#walk.schemaOf(type);
      }
    }
    const missing = EVENTS.filter((name) => !(name in events));
    if (missing.length > 0) throw new Error(`The SDK knows no event ${missing.join(', ')}.`);
    return events;
  }

  #operation(client: Type, path: string): Operation {
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
    const [answer] = this.#checker.getTypeArguments(returned);
    const paramsType = params && this.#checker.getTypeOfSymbol(params);
    if (!answer) throw new Error(`${path} promises nothing.`);
    return {
      ...(paramsType ? { params: this.#walk.schemaOf(paramsType) } : {}),
      // A single answer is `Response<T>`: T and what the SDK adds to it.
      answer: this.#walk.schemaOf(isList ? answer : (answer.getAliasTypeArguments()[0] ?? answer)),
      isList,
    };
  }
}
