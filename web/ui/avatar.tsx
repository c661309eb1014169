import { useState } from 'react';
import styles from './avatar.module.css';
import { classNames } from './class-names.ts';

interface AvatarProps {
  /** The letter where there is no picture. */
  initial: string;
  /** Only pictures the page's policy lets in are asked for; see `isOpenPicture`. */
  picture: string | null;
  className?: string | undefined;
}

/** Pictures of our own address: the content policy refuses all others, and each refusal is an error in the console. */
function isOpenPicture(address: string): boolean {
  return /^\/(?!\/)/.test(address);
}

/** A member's picture, else a letter. Decoration: the name stands beside it or names the button. */
export function Avatar({ initial, picture, className }: AvatarProps) {
  const [isBroken, setBroken] = useState(false);
  return (
    <span className={classNames(styles.avatar, className)} aria-hidden="true">
      {picture && isOpenPicture(picture) && !isBroken ? (
        <img src={picture} alt="" width={36} height={36} onError={() => setBroken(true)} />
      ) : (
        initial
      )}
    </span>
  );
}
