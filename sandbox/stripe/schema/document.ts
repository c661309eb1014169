/** The part of JSON Schema that generate.ts makes; `$ref` is the name of a definition. */
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

/** Calls by the SDK's name, events by their `type`. */
export type Message = `${'request' | 'response' | 'event'} ${string}`;

/** What the sandbox knows of the SDK's types, as plain data. */
export interface SchemaDocument {
  definitions: Record<string, Schema>;
  /** `request subscriptions.create`, `response invoices.list`, `event invoice.paid` */
  messages: Record<Message, Schema>;
}
