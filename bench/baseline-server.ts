// The yardstick: bare Fastify that answers every request with the bytes of one file.
// node bench/baseline-server.ts FILE CONTENT_TYPE PORT
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

const [file = '', contentType = 'text/plain', port = '0'] = process.argv.slice(2);
const body = readFileSync(file, 'utf8');
const server = Fastify();
server.get('/*', (_request, reply) => reply.type(contentType).send(body));
await server.listen({ host: '127.0.0.1', port: Number(port) });
