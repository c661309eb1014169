import { LIMITS } from '#contract/limits.ts';
import { type ParsedComment, parseComment } from './comment-markdown.ts';

const CHARACTERS = LIMITS.commentPreviewCharacters;
export const PREVIEW_LINES = 20;

/** The beginning of a long text, cut between lines or else between words; a short text as it is. */
export function previewOf(text: string): string {
  const start = text.split('\n', PREVIEW_LINES).join('\n').slice(0, CHARACTERS);
  if (start.length < CHARACTERS || start.length === text.length) return start;
  const end = Math.max(start.lastIndexOf('\n'), start.lastIndexOf(' '));
  if (end > CHARACTERS / 2) return start.slice(0, end);
  // Not between the halves of one sign.
  return start.isWellFormed() ? start : start.slice(0, -1);
}

/** Enough for the threads that are read now; each holds a bounded number of pieces. */
const MAX_KEPT = 300;
const kept = new Map<string, ParsedComment>();

/** The beginning of a comment, read once and then kept: a page draws the same comments for everybody. */
export function readPreview(text: string): ParsedComment {
  const preview = kept.get(text) ?? parsePreview(text);
  // The oldest stands first: what is asked for again goes behind all others.
  kept.delete(text);
  kept.set(text, preview);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  return preview;
}

function parsePreview(text: string): ParsedComment {
  const start = previewOf(text);
  const { blocks, isWhole } = parseComment(start, LIMITS.commentPreviewPieces);
  return { blocks, isWhole: isWhole && start === text };
}
