import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedDatabaseError } from './errors.ts';
import { runCommand, type ServerUser } from './run-command.ts';

/**
 * PostgreSQL refuses to run as root, so root starts it as an existing unprivileged user: initdb asks getpwuid for a
 * name, and a program should not create users on its host. Order: the setting, the owner of data already there (an
 * ordinary user's checkout started once with sudo), `nobody`, any unprivileged user.
 * @returns undefined when we are not root: then the server runs as the current user
 */
export async function chooseServerUser(
  runAs: string | undefined,
  folder: string,
): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = (await ownerOf(join(folder, 'cluster'))) ?? (await ownerOf(folder));
  if (runAs !== undefined) return requireNamedUser(runAs, owner, folder);
  if (owner !== undefined && owner !== 0) {
    const user = await findUser(String(owner));
    if (user) return user;
  }
  const user = (await findUser('nobody')) ?? (await findUser('65534')) ?? (await findAnyUser());
  if (user) return user;
  throw new EmbeddedDatabaseError(
    'platform',
    'PostgreSQL does not run as root and this machine knows no other user. Start Promptarium as an ordinary user, or set DATABASE_URL.',
  );
}

async function requireNamedUser(
  runAs: string,
  owner: number | undefined,
  folder: string,
): Promise<ServerUser> {
  const user = await findUser(runAs);
  if (!user) {
    throw new EmbeddedDatabaseError(
      'platform',
      `The embedded database should run as user "${runAs}", but there is no such unprivileged user on this machine.`,
    );
  }
  if (owner !== undefined && owner !== 0 && owner !== user.uid) {
    throw new EmbeddedDatabaseError(
      'folder',
      `The database in ${folder} belongs to uid ${owner}, but should run as "${user.name}" (uid ${user.uid}). Change its owner (chown -R ${user.name} ${folder}) or the setting.`,
    );
  }
  return user;
}

async function ownerOf(folder: string): Promise<number | undefined> {
  return stat(folder).then(
    (found) => found.uid,
    () => undefined,
  );
}

/** By name or number. getent also knows users that are not in /etc/passwd (LDAP, systemd). */
async function findUser(nameOrUid: string): Promise<ServerUser | undefined> {
  const { code, stdout } = await runCommand('getent', ['passwd', '--', nameOrUid]);
  const users = code === 0 ? parsePasswd(stdout) : await readPasswd();
  return users.find((user) => user.name === nameOrUid || String(user.uid) === nameOrUid);
}

async function findAnyUser(): Promise<ServerUser | undefined> {
  return (await readPasswd())[0];
}

async function readPasswd(): Promise<ServerUser[]> {
  return parsePasswd(await readFile('/etc/passwd', 'utf8').catch(() => ''));
}

/**
 * The usable users of a passwd file. Lines that are comments, cut short, or another
 * name for root are passed over; macOS writes nobody's uid as -2.
 */
export function parsePasswd(text: string): ServerUser[] {
  const users: ServerUser[] = [];
  for (const line of text.split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (!name || !uid || !gid || name.startsWith('#') || /^[+-]/.test(name)) continue;
    if (!/^-?\d+$/.test(uid) || !/^-?\d+$/.test(gid)) continue;
    const user = { name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
    if (user.uid !== 0) users.push(user);
  }
  return users;
}
