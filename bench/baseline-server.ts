// The ceiling: bare Fastify that answers every request with the bytes of one file, compressed as they are.
// node bench/baseline-server.ts FILE CONTENT_TYPE CONTENT_ENCODING PORT
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

const [file = '', contentType = 'text/plain', encoding = 'identity', port = '0'] = process.argv.slice(2);
const body = readFileSync(file);
const headers = { 'content-type': contentType, 'content-encoding': encoding };
const server = Fastify();
server.get('/*', (_request, reply) => reply.headers(headers).send(body));
await server.listen({ host: '127.0.0.1', port: Number(port) });
