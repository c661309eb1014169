import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { SandboxMail } from '../sandbox/mail/start.ts';
import { COMPILE_CACHE } from '../server/testing/test-process.ts';

const ROOT = join(import.meta.dirname, '..');
const run = promisify(execFile);

/** What global-setup.ts started for the whole run; workers find it in E2E_APPS. */
export interface StartedApps {
  visitorsUrl: string;
  members: StartedMemberApp;
  paid: StartedMemberApp;
}

export interface StartedMemberApp {
  url: string;
  /** Of the payment sandbox beside it. */
  paymentsPort: string;
  /** Of the mailbox beside it. */
  mailPort: string;
  databaseUrl: string;
}

function started(): StartedApps {
  const apps = process.env['E2E_APPS'];
  if (apps === undefined) throw new Error('The apps are started by global-setup.ts.');
  return JSON.parse(apps);
}

export interface App {
  readonly url: string;
}

/** Nobody can sign in here. */
export const visitorsApp: App = {
  get url() {
    return started().visitorsUrl;
  },
};

/** With people to sign in as, a sandbox to pay in, and a database that commands reach while it runs. */
export interface MemberApp extends App {
  /** Sends the payment sandbox a command ("refund", {…}), or asks it ("state"): docs/sandbox-payments.md. */
  sandbox<Body = unknown>(command: string, body?: object): Promise<Body>;
  /** One statement on the app's database, for what only content brings. */
  query(statement: string, values: unknown[]): Promise<void>;
  /** What was mailed to an address so far, oldest first. */
  mailsTo(address: string): Promise<SandboxMail[]>;
  /** `npm run orders -- …`; resolves to what it prints. */
  orders(...args: string[]): Promise<string>;
  /** `npm run admin -- …`; resolves to what it prints. */
  admin(...args: string[]): Promise<string>;
  readonly databaseUrl: string;
}

export const membersApp = memberApp('members');

/** Its payment sandbox has faults at times, and a clock that moves. */
export const paidApp = memberApp('paid');

function memberApp(name: 'members' | 'paid'): MemberApp {
  return {
    get url() {
      return started()[name].url;
    },
    get databaseUrl() {
      return started()[name].databaseUrl;
    },
    sandbox: (command, body) => callSandbox(started()[name].paymentsPort, command, body),
    async mailsTo(address) {
      const response = await fetch(`http://127.0.0.1:${started()[name].mailPort}/_sandbox/mails`);
      const mails: SandboxMail[] = await response.json();
      return mails.filter(({ to }) => to === address);
    },
    orders: (...args) => runScript('orders.ts', args, started()[name].databaseUrl),
    admin: (...args) => runScript('admin.ts', args, started()[name].databaseUrl),
    async query(statement, values) {
      const client = new pg.Client(started()[name].databaseUrl);
      await client.connect();
      await client.query(statement, values);
      await client.end();
    },
  };
}

async function runScript(script: string, args: readonly string[], url: string): Promise<string> {
  const { stdout } = await run(process.execPath, [join('scripts', script), ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: COMPILE_CACHE, DATABASE_URL: url },
  });
  return stdout;
}

/** @throws Error with what the sandbox answered when it refuses */
export async function callSandbox<Body>(
  port: string,
  command: string,
  body: object | undefined,
): Promise<Body> {
  const headers = { 'content-type': 'application/json' };
  const request = body && { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(`http://127.0.0.1:${port}/_sandbox/${command}`, request);
  if (!response.ok) throw new Error(`${command}: ${response.status} ${await response.text()}`);
  return await response.json();
}
