import { Link } from '@tanstack/react-router';
import FileQuestionMark from 'lucide-react/icons/file-question-mark';
import { buttonClass } from '#web/ui/button-class.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';

/** An answer that came, but held no category or topic (DECISIONS 29). */
export function ListMissing({ kind }: { kind: 'Category' | 'Topic' }) {
  return (
    <EmptyState
      icon={FileQuestionMark}
      title={`${kind} Not Found`}
      level={1}
      actions={
        <Link to="/" className={buttonClass({ variant: 'primary' })}>
          Home
        </Link>
      }
    >
      <p>The {kind.toLowerCase()} you are looking for does not exist.</p>
    </EmptyState>
  );
}
