import { sql } from 'kysely';
import { LIMITS, SERVER_LIMITS } from '../contract/limits.ts';
import type { Db } from '../server/core/database/pool.ts';
import { openPool } from '../server/core/database/pool.ts';
import { makeId } from '../server/core/ids.ts';
import { type Member, makeMembers } from './members.ts';
import type { RunningApp } from './processes.ts';
import type { ResultRow } from './result-row.ts';

const MAX_KILOBYTES = 300;
const MAX_MILLISECONDS = 50;
const COMMENTS = 200;
const WARM_UP = 10;
const PAGES = 20;

/** Each is repeated to fill a comment: what costs most to read, to render, to write out, or as a tree. */
const SHAPES: Readonly<Record<string, string>> = {
  'list items': '- a\n',
  'empty list items': '-\n',
  'nested lists and quotes': '> - > - > a\n\n',
  emphasis: '*a* ',
  'nested emphasis': '***_a_*** ',
  'code spans': '`a` ',
  links: 'http://a.b ',
  'links in words': '[a](http://a.b) ',
  fences: '```\na\n```\n',
  'table rows': '|-\n',
  'open brackets': '[`',
  'open stars': '**http://',
  paragraphs: 'a\n\n',
  'escaped characters': `<&"'`,
  'control characters': '\u0001a',
  words: 'word ',
  ideographs: '\u6f22',
};
/** From one comment to a page up to as many as a page may have. */
const LENGTHS = [LIMITS.commentCharacters, LIMITS.commentPreviewCharacters, 400, 100];

interface Cost {
  bytes: number;
  milliseconds: number;
}

/** A member's prompt page under the worst threads members can write: its size, and the server's time for it. */
export async function measureComments(app: RunningApp, databaseUrl: string): Promise<ResultRow[]> {
  const { db, close } = openPool({ connectionString: databaseUrl }, { size: 2, onError: () => undefined });
  try {
    const [author, reader] = await makeMembers(db, app.url);
    if (!author || !reader) throw new Error('No basic prompts to measure with.');
    // The longest name there is, of what takes most to write out.
    await sql`update users set first_name = repeat('"', 100), last_name = repeat('"', 100)
      where id = ${author.id}`.execute(db);
    await clear(db, reader.promptId);
    const rows = [toRow('no comments', await measurePage(app, db, reader))];
    for (const [shape, piece] of Object.entries(SHAPES)) {
      const costs: Cost[] = [];
      for (const length of LENGTHS) {
        await insertComments(
          db,
          author,
          reader,
          piece.repeat(Math.ceil(length / piece.length)).slice(0, length),
        );
        costs.push(await measurePage(app, db, reader));
      }
      rows.push(toRow(`${COMMENTS} comments of ${shape}`, worstOf(costs)));
    }
    for (const [whose, writer] of [
      ['another’s', author],
      ['one’s own', reader],
    ] as const) {
      await insertComments(db, writer, reader, 'a');
      rows.push(toRow(`${COMMENTS} short ones, ${whose}`, await measurePage(app, db, reader)));
    }
    await clear(db, reader.promptId);
    return rows;
  } finally {
    await close();
  }
}

function worstOf(costs: readonly Cost[]): Cost {
  return {
    bytes: Math.max(...costs.map(({ bytes }) => bytes)),
    milliseconds: Math.max(...costs.map(({ milliseconds }) => milliseconds)),
  };
}

async function clear(db: Db, promptId: string): Promise<void> {
  await sql`delete from comments where prompt_id = ${promptId} and parent_id is not null`.execute(db);
  await sql`delete from comments where prompt_id = ${promptId}`.execute(db);
}

/** Half of them threads, half of them replies to the first ones. */
async function insertComments(db: Db, author: Member, { promptId }: Member, content: string): Promise<void> {
  await clear(db, promptId);
  const ids = Array.from({ length: COMMENTS }, (_, index) => makeId(`bench comment ${index}`));
  const half = COMMENTS / 2;
  for (const [part, parents] of [
    [ids.slice(0, half), ids.slice(0, half).map(() => null)],
    [ids.slice(half), ids.slice(0, half).map((_, index) => ids[index % SERVER_LIMITS.commentPageThreads])],
  ]) {
    await sql`
      insert into comments (id, prompt_id, user_id, parent_id, content, created_at)
      select r.id, ${promptId}, ${author.id}, r.parent, ${content}, clock_timestamp()
      from unnest(${part}::text[], ${parents}::text[]) as r (id, parent)`.execute(db);
  }
}

/** Every comment another one at each page: what a server keeps of those it has rendered is no help. */
async function measurePage(app: RunningApp, db: Db, { promptId, cookie }: Member): Promise<Cost> {
  let bytes = 0;
  let milliseconds = 0;
  for (let page = -WARM_UP; page < PAGES; page += 1) {
    await sql`update comments set content = overlay(content placing left(md5(id || ${page}::text), 4) from 1)
      where prompt_id = ${promptId} and length(content) > 50`.execute(db);
    const before = await app.cpu();
    const response = await fetch(`${app.url}/prompt/${promptId}`, {
      headers: { cookie, 'accept-encoding': 'identity' },
    });
    if (!response.ok) throw new Error(`The prompt page answers ${response.status}.`);
    bytes = (await response.arrayBuffer()).byteLength;
    if (page >= 0) milliseconds += (await app.cpu()) - before;
  }
  return { bytes, milliseconds: milliseconds / PAGES };
}

function toRow(label: string, { bytes, milliseconds }: Cost): ResultRow {
  const kilobytes = bytes / 1000;
  return {
    label: `Member’s prompt page, ${label}: HTML, processor time`,
    result: `${Math.round(kilobytes)} kB, ${milliseconds.toFixed(1)} ms`,
    threshold: `≤ ${MAX_KILOBYTES} kB, ≤ ${MAX_MILLISECONDS} ms`,
    passes: kilobytes <= MAX_KILOBYTES && milliseconds <= MAX_MILLISECONDS,
  };
}
