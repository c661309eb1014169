import ChevronDown from 'lucide-react/icons/chevron-down';
import { useEffect, useRef } from 'react';
import { capitalized } from '#web/ui/text/capitalized.ts';
import type { ApiSectionCalls } from './api-document.ts';
import styles from './api-section.module.css';
import { EndpointArticle } from './endpoint-article.tsx';

interface ApiSectionProps {
  section: ApiSectionCalls;
  /** What the page's address names after `#`: a section, or one of its calls. */
  hash: string;
  token: string;
  onToken: (token: string) => void;
}

/** The calls of one feature, most of them folded: all together would be a page nobody scrolls through. */
export function ApiSection({
  section: { tag, id: sectionId, isOpen, endpoints },
  hash,
  token,
  onToken,
}: ApiSectionProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const isLinked = hash === sectionId || endpoints.some(({ id }) => id === hash);
  useEffect(() => {
    if (!isLinked || !details.current) return;
    details.current.open = true;
    // The browser went there before what stands inside had a place.
    document.getElementById(hash)?.scrollIntoView();
  }, [isLinked, hash]);
  return (
    <details ref={details} className={styles.section} open={isOpen}>
      <summary className={styles.head}>
        <h2 id={sectionId} className={styles.title}>
          {capitalized(tag)}
        </h2>
        <span className={styles.count}>{endpoints.length}</span>
        <ChevronDown size={20} aria-hidden className={styles.arrow} />
      </summary>
      {endpoints.map((endpoint) => (
        <EndpointArticle
          key={endpoint.id}
          endpoint={endpoint}
          isLinked={endpoint.id === hash}
          token={token}
          onToken={onToken}
        />
      ))}
    </details>
  );
}
