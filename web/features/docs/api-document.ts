import { exampleOf, type Schema, schemaText, valueLimits, valueType } from './schema-text.ts';

/** The parts of the OpenAPI 3.1 document that the page reads. */
export interface OpenApiDocument {
  servers?: { url: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
}

interface OpenApiOperation {
  summary?: string;
  tags?: string[];
  security?: { token?: string[] }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[];
  responses: Record<string, { description: string; content?: Record<string, { schema?: Schema }> }>;
}

export interface ApiParameter {
  name: string;
  location: string;
  isRequired: boolean;
  type: string;
  /** "at most 80 characters"; empty when there are none worth telling. */
  limits: string;
}

export interface ApiEndpoint {
  /** Anchor on the page. */
  id: string;
  method: string;
  path: string;
  summary: string;
  isForMembers: boolean;
  /** What a token needs to make the call; undefined: no token makes it. */
  scope: string | undefined;
  /** A body to start from; undefined where there is none. */
  bodyExample: string | undefined;
  parameters: ApiParameter[];
  /** Body of success, as indented text; undefined when it has none. */
  response: string | undefined;
  statuses: { status: string; description: string }[];
}

export interface ApiSectionCalls {
  tag: string;
  /** What an address names after `#`. */
  id: string;
  /** What most readers come for: it is open from the beginning. */
  isOpen: boolean;
  endpoints: ApiEndpoint[];
}

export interface ApiReference {
  baseUrl: string;
  sections: ApiSectionCalls[];
}

const FIRST_TAGS: readonly string[] = ['prompts', 'search'];
const LAST_TAGS: readonly string[] = ['account', 'operations'];

/** The document as the page shows it; a tenth of its size, so that the page need not carry the whole. */
export function readApiReference(document: OpenApiDocument): ApiReference {
  const sections = new Map<string, ApiEndpoint[]>();
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const tag = operation.tags?.[0] ?? 'other';
      sections.set(tag, [...(sections.get(tag) ?? []), readEndpoint(method, path, operation)]);
    }
  }
  return {
    baseUrl: document.servers?.[0]?.url ?? '',
    sections: [...sections]
      .map(([tag, endpoints]) => ({
        tag,
        id: tag.replaceAll(' ', '-'),
        isOpen: FIRST_TAGS.includes(tag),
        endpoints,
      }))
      .sort((a, b) => sectionRank(a) - sectionRank(b) || a.tag.localeCompare(b.tag, 'en')),
  };
}

/** Among OpenAPI's ways to sign in, an empty one says that none is needed. */
function isForMembers({ security = [] }: OpenApiOperation): boolean {
  return security.length > 0 && !security.some((way) => Object.keys(way).length === 0);
}

/** What readers come for stands first, then what else their tokens reach; what only machines ask stands last. */
function sectionRank({ tag, endpoints }: ApiSectionCalls): number {
  if (FIRST_TAGS.includes(tag)) return FIRST_TAGS.indexOf(tag);
  if (LAST_TAGS.includes(tag)) return FIRST_TAGS.length + 2 + LAST_TAGS.indexOf(tag);
  return FIRST_TAGS.length + (endpoints.some(({ scope }) => scope !== undefined) ? 0 : 1);
}

function readEndpoint(method: string, path: string, operation: OpenApiOperation): ApiEndpoint {
  const success = operation.responses['200'];
  const body = Object.values(success?.content ?? {})[0]?.schema;
  const sent = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  return {
    id: `${method}${path.replace(/[^A-Za-z0-9]+/g, '-').replace(/-$/, '')}`.toLowerCase(),
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? '',
    isForMembers: isForMembers(operation),
    scope: operation.security?.find(({ token }) => token)?.token?.[0],
    bodyExample: sent && JSON.stringify(exampleOf(sent), null, 2),
    parameters: (operation.parameters ?? []).map((parameter) => ({
      name: parameter.name,
      location: parameter.in,
      isRequired: parameter.required ?? false,
      type: valueType(parameter.schema),
      limits: [parameter.description, valueLimits(parameter.schema)].filter(Boolean).join(' '),
    })),
    response: body ? schemaText(body) : undefined,
    statuses: Object.entries(operation.responses).map(([status, { description }]) => ({
      status,
      description,
    })),
  };
}
