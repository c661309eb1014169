// The ceiling of what members do: bare Fastify, one trivial query, and the bytes of one file, compressed as they are.
// DATABASE_URL=… node bench/baseline-query-server.ts FILE CONTENT_TYPE CONTENT_ENCODING PORT
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import pg from 'pg';

const [file = '', contentType = 'text/plain', encoding = 'identity', port = '0'] = process.argv.slice(2);
const body = readFileSync(file);
const headers = { 'content-type': contentType, 'content-encoding': encoding };
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const server = Fastify();
server.get('/*', async (_request, reply) => {
  await pool.query('select 1');
  return reply.headers(headers).send(body);
});
for (const method of ['POST', 'DELETE'] as const) {
  server.route({
    method,
    url: '/*',
    handler: async (_request, reply) => {
      await pool.query('insert into bench_writes (written_at) values (now())');
      return reply.headers(headers).send(body);
    },
  });
}
await server.listen({ host: '127.0.0.1', port: Number(port) });
