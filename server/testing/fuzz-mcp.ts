import type { InjectOptions } from 'fastify';
import { z } from 'zod';
import { MCP_PATH } from '#contract/mcp.ts';
import { type FuzzCase, hostileFields, randomFrom } from './fuzz-cases.ts';
import { type FuzzResponse, headerFailures } from './fuzz-checks.ts';
import { HOSTILE_VALUES } from './hostile-values.ts';

/** A tool as the server lists it. */
const listSchema = z.object({
  result: z.object({
    tools: z
      .array(
        z.object({
          name: z.string(),
          inputSchema: z.object({ properties: z.record(z.string(), z.unknown()) }),
        }),
      )
      .min(1),
  }),
});

/** What a server may answer: a result, or an error that is the caller's. */
const answerSchema = z.union([
  z.object({ jsonrpc: z.literal('2.0'), id: z.unknown(), result: z.looseObject({}) }),
  z.object({
    jsonrpc: z.literal('2.0'),
    id: z.unknown().optional(),
    error: z.object({ code: z.int().refine((code) => code !== INTERNAL_ERROR), message: z.string().min(1) }),
  }),
]);

/** Of JSON-RPC. */
const INTERNAL_ERROR = -32_603;

/** What `errorText` says of a failure of ours. */
const OUR_FAULT = 'Something went wrong on our side';

export interface McpFuzz {
  /** With `authorization`. */
  headers: Readonly<Record<string, string>>;
  /** A valid value for every argument by name. */
  examples: Readonly<Record<string, unknown>>;
  /** The name of a prompt of the protocol that the caller has. */
  promptName: string;
  count: number;
}

/**
 * Calls of every tool with one argument wrong, missing or too many, and of the other methods with hostile parameters.
 * The arguments are those of the tools' own schemas, so that a new tool is called without a thought of this.
 */
export async function mcpCases(
  send: (request: InjectOptions) => Promise<{ payload: string }>,
  { headers, examples, promptName, count }: McpFuzz,
): Promise<FuzzCase[]> {
  const request = (method: string, params: string) => ({
    method: 'POST',
    url: MCP_PATH,
    headers: {
      ...headers,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2025-11-25',
    },
    payload: `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`,
  });
  const listed = await send(request('tools/list', '{}') as InjectOptions);
  const { tools } = listSchema.parse(readAnswer(listed.payload)).result;
  const random = randomFrom(count);
  return Array.from({ length: count }, (_, index) => {
    const tool = tools[index % tools.length] ?? random.pick(tools);
    const valid = Object.keys(tool.inputSchema.properties).flatMap((name) =>
      name in examples ? [[name, examples[name]] as const] : [],
    );
    const call =
      index % 5 < 4
        ? request('tools/call', `{"name":"${tool.name}","arguments":${hostileFields(valid, random)}}`)
        : request(...otherCall(promptName, random));
    return { request: call, check: findFailures };
  });
}

function otherCall(promptName: string, random: ReturnType<typeof randomFrom>): [string, string] {
  const hostile = () => random.pick(HOSTILE_VALUES);
  const [method, params] = random.pick<[string, object]>([
    ['prompts/list', { cursor: hostile() }],
    [
      'prompts/list',
      { cursor: Buffer.from(JSON.stringify({ collectedAfter: hostile() })).toString('base64url') },
    ],
    ['prompts/get', { name: hostile() }],
    ['prompts/get', { name: promptName, arguments: { [hostile()]: hostile() } }],
    ['resources/read', { uri: `prompt://${hostile()}` }],
    ['resources/read', { uri: hostile() }],
    [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: promptName }, argument: { name: hostile(), value: hostile() } },
    ],
    ['tools/call', { name: hostile(), arguments: {} }],
    [JSON.stringify(hostile()).slice(1, -1), {}],
  ]);
  return [method, JSON.stringify(params)];
}

function findFailures(response: FuzzResponse): string[] {
  const text = response.rawPayload.toString();
  if (response.statusCode >= 500) return [`status ${response.statusCode}: ${text.slice(0, 200)}`];
  const failures = headerFailures(response);
  if (text.includes(OUR_FAULT)) failures.push(`an unexpected failure: ${text.slice(0, 200)}`);
  const answer = answerSchema.safeParse(readAnswer(text));
  const isRefusal =
    response.statusCode >= 400 && String(response.headers['content-type']).includes('problem+json');
  if (!answer.success && !isRefusal) failures.push(`${response.statusCode}: ${text.slice(0, 200)}`);
  return failures;
}

/** As plain JSON, or as the one event of a stream. */
function readAnswer(text: string): unknown {
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
