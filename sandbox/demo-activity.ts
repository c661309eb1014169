import { hash } from 'node:crypto';
import { tierRank } from '#contract/tiers.ts';
import { makeId } from '#server/core/ids.ts';
import type { DemoComment, DemoThread, DemoThreads } from './demo-threads.ts';
import { OTHER_PEOPLE, READY_PEOPLE } from './people.ts';

/** A prompt as far as members can tell it apart. */
export interface DemoPrompt {
  id: string;
  /** File name in content/, without folders and ending; of imported ones whatever it is. */
  slug: string;
  tier_rank: number;
  /** Since it was put into the library. Not above 0: nobody can have used it yet. */
  age: DaysAgo;
}

/** A member as far as the demo needs to know. */
interface Member {
  id: string;
  name: string;
  rank: number;
}

/** Days before the loading; fractions are parts of a day. */
type DaysAgo = number;

/** What members did, as columns of the tables they go to. */
export interface DemoActivity {
  favorites: { user_id: string; prompt_id: string; days_ago: DaysAgo }[];
  votes: { user_id: string; prompt_id: string; kind: 'up' | 'down'; days_ago: DaysAgo }[];
  copies: { user_id: string; prompt_id: string; days_ago: number }[];
  recents: { user_id: string; prompt_id: string; days_ago: DaysAgo }[];
  comments: {
    id: string;
    prompt_id: string;
    user_id: string;
    parent_id: string | null;
    content: string;
    days_ago: DaysAgo;
  }[];
  commentVotes: { comment_id: string; user_id: string }[];
}

const MOST_RECENTS = 40;
/** All that is told of members lies within this. */
const DAYS = 28;

/** The id of a demo member: the same in every database. */
export const demoMemberId = (email: string): string => makeId(`demo member:${email}`);

const MEMBERS: readonly Member[] = [...READY_PEOPLE, ...OTHER_PEOPLE].map(({ email, tier }) => ({
  id: demoMemberId(email),
  name: email.split('@')[0] ?? '',
  rank: tierRank(tier),
}));

/** Always the same for the same prompts: chance is made of hashes. */
export function makeActivity(prompts: readonly DemoPrompt[], threads: DemoThreads): DemoActivity {
  const activity: DemoActivity = {
    favorites: [],
    votes: [],
    copies: [],
    recents: [],
    comments: [],
    commentVotes: [],
  };
  for (const prompt of prompts.filter(({ age }) => age > 0)) {
    const readers = MEMBERS.filter((member) => canRead(member, prompt));
    // Somebody came for it: no prompt stands there as if nobody had ever wanted it.
    const finder = readers[Math.floor(chance('finder', prompt.id) * readers.length)];
    for (const member of MEMBERS) addDeeds(activity, member, prompt, member === finder);
    for (const [index, thread] of (threads[prompt.slug] ?? []).entries()) {
      addThread(activity, prompt, thread, `${prompt.slug} ${index}`);
    }
  }
  activity.recents = MEMBERS.flatMap(({ id }) =>
    activity.recents
      .filter((recent) => recent.user_id === id)
      .sort((one, other) => one.days_ago - other.days_ago)
      .slice(0, MOST_RECENTS),
  );
  return activity;
}

/** What one member did with one prompt. A few prompts are loved, most are used now and then, none is passed over. */
function addDeeds(activity: DemoActivity, member: Member, prompt: DemoPrompt, isFinder: boolean): void {
  const appeal = chance('appeal', prompt.id) ** 1.6;
  const deed = (kind: string) => chance(kind, member.id, prompt.id);
  const ids = { user_id: member.id, prompt_id: prompt.id };
  const isReadable = canRead(member, prompt);
  if (deed('favorite') < appeal * (isReadable ? 0.45 : 0.12)) {
    activity.favorites.push({ ...ids, days_ago: sinceThere(prompt, deed('favorite when') * 26) });
  }
  if (!isReadable) return;
  if (deed('vote') < 0.08 + appeal * 0.6) {
    const quality = 0.55 + 0.44 * chance('quality', prompt.id);
    activity.votes.push({
      ...ids,
      kind: deed('vote kind') < quality ? 'up' : 'down',
      days_ago: sinceThere(prompt, deed('vote when') * 26),
    });
  }
  const wanted = daysOf(0.006 + appeal ** 2 * 0.12, member.id, prompt.id);
  if (isFinder) wanted.push(Math.floor(deed('find when') * DAYS));
  // In a young prompt's few days several of them fall on one, and count once.
  const copied = [...new Set(wanted.map((day) => Math.floor(sinceThere(prompt, day))))].sort((a, b) => a - b);
  activity.copies.push(...copied.map((day) => ({ ...ids, days_ago: day })));
  // The last copy of a day may be anywhere in it, but not in the future.
  const last = copied[0];
  if (last !== undefined) {
    const daysAgo = Math.min(prompt.age, last + deed('recent when') * 0.2);
    activity.recents.push({ ...ids, days_ago: daysAgo });
  }
}

function addThread(activity: DemoActivity, prompt: DemoPrompt, thread: DemoThread, seed: string): void {
  const parentId = addComment(activity, prompt, thread, null, seed);
  if (parentId === undefined) return;
  for (const [index, reply] of thread.replies.entries()) {
    addComment(activity, prompt, reply, parentId, `${seed} ${index}`);
  }
}

function addComment(
  activity: DemoActivity,
  prompt: DemoPrompt,
  { by, daysAgo, text, upvotes }: DemoComment,
  parentId: string | null,
  seed: string,
): string | undefined {
  const author = MEMBERS.find(({ name }) => name === by);
  if (author === undefined || !canRead(author, prompt)) return undefined;
  const id = makeId(`demo comment:${seed}`);
  const voters = MEMBERS.filter((member) => member !== author && canRead(member, prompt))
    .sort((one, other) => chance(one.id, id) - chance(other.id, id))
    .slice(0, upvotes);
  activity.comments.push({
    id,
    prompt_id: prompt.id,
    user_id: author.id,
    parent_id: parentId,
    content: text,
    days_ago: sinceThere(prompt, daysAgo),
  });
  activity.commentVotes.push(...voters.map((voter) => ({ comment_id: id, user_id: voter.id })));
  return id;
}

/** What was done to a young prompt was done in its days, in the same order: nobody can be there before it. */
const sinceThere = ({ age }: DemoPrompt, daysAgo: DaysAgo): DaysAgo => daysAgo * Math.min(1, age / DAYS);

const canRead = (member: Member, prompt: DemoPrompt): boolean => member.rank >= prompt.tier_rank;

/** The days chance picks out of the last ones, each with this probability. One hash for all: there are many to make. */
function daysOf(probability: number, ...parts: readonly string[]): number[] {
  const bytes = hash('sha512', ['days', ...parts].join('\0'), 'buffer');
  const days = Array.from({ length: DAYS }, (_, day) => day);
  return days.filter((day) => bytes.readUInt16BE(day * 2) / 2 ** 16 < probability);
}

/** 0 up to 1, from a hash of its parts. */
function chance(...parts: readonly string[]): number {
  return hash('sha256', parts.join('\0'), 'buffer').readUInt32BE(0) / 2 ** 32;
}
