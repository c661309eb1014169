import { useState } from 'react';
import styles from './avatar.module.css';
import { classNames } from './class-names.ts';

interface AvatarProps {
  /** The letter where there is no picture. */
  initial: string;
  /** Where the page's policy lets it be loaded from: the server tells no other. */
  picture: string | null;
  className?: string | undefined;
}

/** A member's picture, else a letter. Decoration: the name stands beside it or names the button. */
export function Avatar({ initial, picture, className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span className={classNames(styles.avatar, className)} aria-hidden="true">
      {picture && picture !== broken ? (
        <img
          src={picture}
          alt=""
          width={36}
          height={36}
          // Google need not know which page somebody reads, and answers some pictures only without it.
          referrerPolicy="no-referrer"
          onError={() => setBroken(picture)}
          // One that failed before the page was alive told nobody.
          ref={(image) => {
            if (image?.complete && image.naturalWidth === 0) setBroken(picture);
          }}
        />
      ) : (
        initial
      )}
    </span>
  );
}
