import { Link } from '@tanstack/react-router';
import { BackLink } from '#web/ui/text/back-link.tsx';

/** The way back of pages that belong to no list. */
export function HomeLink() {
  return (
    <BackLink>
      {(className) => (
        <Link to="/" className={className}>
          Back to Home
        </Link>
      )}
    </BackLink>
  );
}
