import { useState } from 'react';
import { classNames } from '../behavior/class-names.ts';
import styles from './avatar.module.css';

interface AvatarProps {
  /** The letter where there is no picture. */
  initial: string;
  /** The server sends only addresses that the page's content policy allows. */
  picture: string | null;
  className?: string | undefined;
}

/** A member's picture, else a letter. Decoration: the name is next to it or labels the button. */
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
          // Google need not know which page is being read, and serves some pictures only without a referrer.
          referrerPolicy="no-referrer"
          onError={() => setBroken(picture)}
          // One that failed before hydration fired no event we could hear.
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
