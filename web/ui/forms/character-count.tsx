import { wholeNumber } from '../text/format-count.ts';

/** From this share of the limit on a field counts. */
const NEAR_LIMIT = 0.9;

interface CharacterCountProps {
  /** For a field that is described by it. */
  id?: string;
  length: number;
  limit: number;
  className?: string | undefined;
}

/** How much of its limit a text has used, once it comes near. */
export function CharacterCount({ id, length, limit, className }: CharacterCountProps) {
  const count = `${wholeNumber(length)} of ${wholeNumber(limit)} characters`;
  return (
    <span id={id} className={className} role="status">
      {length < limit * NEAR_LIMIT ? '' : length > limit ? `${count}: too long` : count}
    </span>
  );
}
