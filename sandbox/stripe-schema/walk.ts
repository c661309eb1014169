import {
  type Checker,
  type Project,
  SymbolFlags,
  type Type,
  TypeFlags,
  type Symbol as TypeSymbol,
} from 'typescript/unstable/sync';

/** The part of draft-07 that is made here. */
export interface Schema {
  $ref?: string;
  type?: 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object';
  enum?: (string | number | boolean)[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | false;
}

const DEFINITION = '#/definitions/';

/** Turns types into schemas; every named object type becomes one definition, so circles end. */
export class TypeWalk {
  readonly definitions: Record<string, Schema> = {};
  readonly #checker: Checker;
  readonly #names = new Map<number, string>();

  constructor(project: Project) {
    this.#checker = project.checker;
  }

  schemaOf(type: Type): Schema {
    const { flags } = type;
    if (flags & TypeFlags.Boolean) return { type: 'boolean' };
    if (type.isUnionType()) return this.#union(type.getTypes());
    if (type.isLiteralType()) return { enum: [literal(type.value)] };
    if (flags & TypeFlags.String) return { type: 'string' };
    if (flags & TypeFlags.Number) return { type: 'number' };
    if (flags & TypeFlags.Null) return { type: 'null' };
    if (flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.NonPrimitive)) return {};
    // Exact numbers: an object in the SDK, a string on the wire.
    if (type.getAliasSymbol()?.name === 'Decimal') return { type: 'string' };
    if (type.isObjectType()) return this.#object(type);
    throw new Error(`No schema for the type ${this.#checker.typeToString(type)}.`);
  }

  /** Open enums are `'a' | 'b' | OtherString`: leaving the last out is what makes a typo show. */
  #union(types: readonly Type[]): Schema {
    const words: (string | number | boolean)[] = [];
    const others: Schema[] = [];
    let booleans = 0;
    for (const type of types) {
      if (type.flags & (TypeFlags.Undefined | TypeFlags.Void)) continue;
      if (type.getAliasSymbol()?.name === 'OtherString') continue;
      if (type.flags & TypeFlags.BooleanLiteral) booleans += 1;
      if (type.isLiteralType()) words.push(literal(type.value));
      else others.push(this.schemaOf(type));
    }
    const named = booleans === 2 ? words.filter((word) => typeof word !== 'boolean') : words;
    if (booleans === 2) others.unshift({ type: 'boolean' });
    if (named.length > 0) others.unshift({ enum: named });
    return others.length === 1 && others[0] ? others[0] : { anyOf: others };
  }

  #object(type: Type): Schema {
    const checker = this.#checker;
    if (checker.isArrayType(type) && type.isTypeReference()) {
      const [item] = checker.getTypeArguments(type);
      return { type: 'array', items: item ? this.schemaOf(item) : {} };
    }
    const known = this.#names.get(type.id);
    if (known !== undefined) return { $ref: DEFINITION + known };
    const symbol = type.getSymbol();
    const name = this.#nameOf(type, symbol);
    this.#names.set(type.id, name);
    // The place is taken before the members are walked: they may lead back here.
    const definition: Schema = { type: 'object' };
    this.definitions[name] = definition;
    Object.assign(definition, this.#members(type));
    return { $ref: DEFINITION + name };
  }

  #members(type: Type): Schema {
    const symbols = this.#checker.getPropertiesOfType(type);
    const types = symbols.length > 0 ? this.#checker.getTypeOfSymbol(symbols) : [];
    const properties: Record<string, Schema> = {};
    const required: string[] = [];
    symbols.forEach((symbol, index) => {
      const memberType = types[index];
      // `deleted?: void` says: never on this one.
      if (memberType === undefined || isNothing(memberType)) return;
      properties[symbol.name] = this.schemaOf(memberType);
      if (!(symbol.flags & SymbolFlags.Optional)) required.push(symbol.name);
    });
    const [index] = this.#checker.getIndexInfosOfType(type);
    return {
      properties,
      required,
      additionalProperties: index ? this.schemaOf(index.valueType) : false,
    };
  }

  /** As in the SDK's own words (`Subscription.BillingMode`): errors name it. */
  #nameOf(type: Type, symbol: TypeSymbol | undefined): string {
    const parts: string[] = [];
    for (let at = symbol; at !== undefined && !/^["_]/.test(at.name); at = at.getParent())
      parts.unshift(at.name);
    const base = (parts.join('.') || `Anonymous${type.id}`).replace(/[^\w.]/g, '_');
    let name = base;
    for (let count = 2; name in this.definitions; count += 1) name = `${base}_${count}`;
    return name;
  }
}

function isNothing(type: Type): boolean {
  const parts = type.isUnionType() ? type.getTypes() : [type];
  return parts.every((part) => part.flags & (TypeFlags.Undefined | TypeFlags.Void | TypeFlags.Never));
}

function literal(value: string | number | boolean | bigint): string | number | boolean {
  return typeof value === 'bigint' ? Number(value) : value;
}
