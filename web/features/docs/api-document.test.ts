import { describe, expect, it } from 'vitest';
import { readApiReference } from './api-document.ts';
import { schemaText, valueLimits, valueType } from './schema-text.ts';

const slug = { type: 'string', maxLength: 80, pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$' };

describe('readApiReference', () => {
  const reference = readApiReference({
    servers: [{ url: 'http://localhost:3000' }],
    paths: {
      '/healthz': { get: { tags: ['operations'], responses: { '200': { description: 'Success.' } } } },
      '/api/things/{slug}': {
        get: {
          summary: 'One thing.',
          tags: ['things'],
          security: [{}, { token: ['read'] }],
          parameters: [{ name: 'slug', in: 'path', required: true, schema: slug }],
          responses: {
            '200': {
              description: 'Success.',
              content: {
                'application/json': { schema: { type: 'object', properties: { id: { type: 'string' } } } },
              },
            },
            '401': { description: 'No one is signed in.' },
          },
        },
      },
    },
  });

  it('groups by tag: prompts and search, what else tokens reach, the rest, and at the end what machines ask', () => {
    const get = (tag: string, ...scopes: string[]) => ({
      get: { tags: [tag], security: scopes.map((scope) => ({ token: [scope] })), responses: {} },
    });
    const { sections } = readApiReference({
      paths: {
        '/healthz': get('operations'),
        '/api/account': get('account'),
        '/api/bills': get('billing'),
        '/api/versions': get('versions', 'read'),
        '/api/categories': get('catalog', 'read'),
        '/api/search': get('search', 'read'),
        '/api/prompts': get('prompts', 'read'),
      },
    });
    expect(sections.map(({ tag }) => tag)).toEqual([
      'prompts',
      'search',
      'catalog',
      'versions',
      'billing',
      'account',
      'operations',
    ]);
    expect(sections.filter(({ isOpen }) => isOpen).map(({ tag }) => tag)).toEqual(['prompts', 'search']);
  });

  it('tells who may call: everybody where signing in is one way among none', () => {
    const get = (security: Record<string, string[]>[]) => ({ get: { security, responses: {} } });
    const {
      sections: [section],
    } = readApiReference({
      paths: {
        '/nothing': get([]),
        '/either': get([{}, { token: ['read'] }]),
        '/browser': get([{ session: [] }]),
        '/both': get([{ session: [] }, { token: ['read'] }]),
      },
    });
    expect(section?.endpoints.map(({ path, isForMembers }) => [path, isForMembers])).toEqual([
      ['/nothing', false],
      ['/either', false],
      ['/browser', true],
      ['/both', true],
    ]);
  });

  it('reads address, access, parameters, response and statuses of an endpoint', () => {
    expect(reference.sections[0]?.endpoints[0]).toEqual({
      id: 'get-api-things-slug',
      method: 'GET',
      path: '/api/things/{slug}',
      summary: 'One thing.',
      isForMembers: false,
      scope: 'read',
      bodyExample: undefined,
      parameters: [
        {
          name: 'slug',
          location: 'path',
          isRequired: true,
          type: 'string',
          limits: 'A slug: lowercase letters, digits and hyphens. At most 80 characters.',
        },
      ],
      response: '{\n  id?: string\n}',
      statuses: [
        { status: '200', description: 'Success.' },
        { status: '401', description: 'No one is signed in.' },
      ],
    });
  });
});

describe('schemas in words', () => {
  it('names types', () => {
    expect(valueType({ enum: ['', 'all'] })).toBe('all');
    expect(valueType({ enum: ['a', 'b'] })).toBe('one of a, b');
    expect(valueType({ anyOf: [{ type: 'string' }, { type: 'null' }] })).toBe('string or null');
    expect(valueType({ type: 'string', format: 'date-time' })).toBe('date and time');
  });

  it('leaves out the limits of whole numbers as such', () => {
    expect(valueLimits({ type: 'integer', minimum: Number.MIN_SAFE_INTEGER })).toBe('');
    expect(valueLimits({ type: 'string', enum: ['a'], default: 'a' })).toBe('Default: a.');
  });

  it('writes nested bodies one property a line', () => {
    const text = schemaText({
      type: 'object',
      properties: {
        prompts: {
          type: 'array',
          items: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
        },
      },
      required: ['prompts'],
    });
    expect(text).toBe('{\n  prompts: list of {\n    id: string\n  }\n}');
  });
});
