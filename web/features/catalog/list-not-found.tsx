import { Link } from '@tanstack/react-router';
import FileQuestionMark from 'lucide-react/icons/file-question-mark';
import { EmptyState } from '#web/ui/cards/empty-state.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';

/** A response that came, but held no category or topic. */
export function ListNotFound({ kind }: { kind: 'Category' | 'Topic' }) {
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
