import { wholeNumber } from '../text/format-count.ts';

/** So many characters before the limit, a text area starts to count. */
const NEAR = 500;

interface CharacterCountProps {
  /** What the text area is described by. */
  id: string;
  length: number;
  limit: number;
  className?: string | undefined;
}

/** How much of its limit a text has used, once it comes near. */
export function CharacterCount({ id, length, limit, className }: CharacterCountProps) {
  const count = `${wholeNumber(length)} of ${wholeNumber(limit)} characters`;
  return (
    <span id={id} className={className} role="status">
      {length < limit - NEAR ? '' : length > limit ? `${count}: too long` : count}
    </span>
  );
}
