import { runCommand } from '../run-command.ts';
import { chooseServerUser } from '../server-user.ts';
import { isRoot } from './harness.ts';

/** An unprivileged user of this machine. Undefined where there is none, or where we may not act as another. */
export const otherUser = isRoot ? await chooseServerUser(undefined, '/nonexistent') : undefined;

export const otherRunsNode = otherUser
  ? (await runCommand(process.execPath, ['--version'], { user: otherUser })).code === 0
  : false;
