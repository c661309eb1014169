// The yardstick of what members do: bare Fastify, one trivial query, and the bytes of one file.
// DATABASE_URL=… node bench/baseline-query-server.ts FILE CONTENT_TYPE PORT
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import pg from 'pg';

const [file = '', contentType = 'text/plain', port = '0'] = process.argv.slice(2);
const body = readFileSync(file, 'utf8');
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const server = Fastify();
server.get('/*', async (_request, reply) => {
  await pool.query('select 1');
  return reply.type(contentType).send(body);
});
for (const method of ['POST', 'DELETE'] as const) {
  server.route({
    method,
    url: '/*',
    handler: async (_request, reply) => {
      await pool.query('insert into bench_writes (written_at) values (now())');
      return reply.type(contentType).send(body);
    },
  });
}
await server.listen({ host: '127.0.0.1', port: Number(port) });
