import {
  type Checker,
  type Project,
  SymbolFlags,
  type Type,
  TypeFlags,
  type Symbol as TypeSymbol,
} from 'typescript/unstable/sync';
import type { Schema } from './document.ts';

/** Members that are an id or, expanded, an object: only those the app expands are followed into the object. */
const EXPANDED = ['coupon', 'customer', 'discounts', 'latest_charge', 'latest_invoice', 'payment_intent'];

/** Turns types into schemas; every named object type becomes one definition, so circles end. */
export class TypeWalk {
  readonly definitions: Record<string, Schema> = {};
  readonly #checker: Checker;
  readonly #names = new Map<number, string>();

  constructor(project: Project) {
    this.#checker = project.checker;
  }

  /** @param member the name of the member with this type, if it is one */
  schemaOf(type: Type, member = ''): Schema {
    const { flags } = type;
    if (flags & TypeFlags.Boolean) return { type: 'boolean' };
    if (type.isUnionType()) return this.#union(type.getTypes(), member);
    if (type.isLiteralType()) return { enum: [literal(type.value)] };
    if (flags & TypeFlags.String) return { type: 'string' };
    if (flags & TypeFlags.Number) return { type: 'number' };
    if (flags & TypeFlags.Null) return { type: 'null' };
    if (flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.NonPrimitive)) return {};
    // Exact numbers: an object in the SDK, a string in HTTP.
    if (type.getAliasSymbol()?.name === 'Decimal') return { type: 'string' };
    if (type.isObjectType()) return this.#object(type, member);
    throw new Error(`No schema for the type ${this.#checker.typeToString(type)}.`);
  }

  /** Open enums are `'a' | 'b' | OtherString`: leaving the last out is what makes a typo show. */
  #union(types: readonly Type[], member: string): Schema {
    const values: (string | number | boolean)[] = [];
    const others: Schema[] = [];
    const isReference = types.some(({ flags }) => flags & TypeFlags.String) && !EXPANDED.includes(member);
    let booleans = 0;
    for (const type of types) {
      if (type.flags & (TypeFlags.Undefined | TypeFlags.Void)) continue;
      const alias = type.getAliasSymbol()?.name;
      if (alias === 'OtherString' || (isReference && alias !== 'Decimal' && type.isObjectType())) continue;
      if (type.flags & TypeFlags.BooleanLiteral) booleans += 1;
      if (type.isLiteralType()) values.push(literal(type.value));
      else others.push(this.schemaOf(type));
    }
    const named = booleans === 2 ? values.filter((value) => typeof value !== 'boolean') : values;
    if (booleans === 2) others.unshift({ type: 'boolean' });
    if (named.length > 0) others.unshift({ enum: named });
    return others.length === 1 && others[0] ? others[0] : { anyOf: others };
  }

  #object(type: Type, member = ''): Schema {
    const checker = this.#checker;
    if (checker.isArrayType(type) && type.isTypeReference()) {
      const [item] = checker.getTypeArguments(type);
      return { type: 'array', items: item ? this.schemaOf(item, member) : {} };
    }
    const known = this.#names.get(type.id);
    if (known !== undefined) return { $ref: known };
    const name = this.#nameOf(type, type.getSymbol());
    this.#names.set(type.id, name);
    // Registered before the members are walked: they may lead back here.
    const definition: Schema = { type: 'object' };
    this.definitions[name] = definition;
    Object.assign(definition, this.#members(type));
    return { $ref: name };
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
      properties[symbol.name] = this.schemaOf(memberType, symbol.name);
      if (!(symbol.flags & SymbolFlags.Optional)) required.push(symbol.name);
    });
    const [index] = this.#checker.getIndexInfosOfType(type);
    return { properties, required, additionalProperties: index ? this.schemaOf(index.valueType) : false };
  }

  /** As the SDK names it (`Subscription.BillingMode`): error messages show it. */
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
