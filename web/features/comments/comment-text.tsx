import { type Block, type Inline, parseComment } from './comment-markdown.ts';
import styles from './comment-text.module.css';

/** A comment's text, drawn of elements we chose: nothing in it is ever read as HTML. */
export function CommentText({ text }: { text: string }) {
  return (
    <div className={styles.text} dir="auto">
      <Blocks blocks={parseComment(text)} />
    </div>
  );
}

// Parts of a text have no identity but their place, and never move.
function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, place) => <BlockView key={String(place)} block={block} />);
}

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'code') {
    return (
      <pre className={styles.fence}>
        <code>{block.text}</code>
      </pre>
    );
  }
  if (block.kind === 'quote') {
    return (
      <blockquote className={styles.quote}>
        <Blocks blocks={block.blocks} />
      </blockquote>
    );
  }
  if (block.kind === 'list') {
    const List = block.isOrdered ? 'ol' : 'ul';
    return (
      <List className={block.isOrdered ? styles.ordered : styles.list}>
        {block.items.map((parts, place) => (
          <li key={String(place)}>
            <Inlines parts={parts} />
          </li>
        ))}
      </List>
    );
  }
  return (
    <p className={styles.paragraph}>
      <Inlines parts={block.parts} />
    </p>
  );
}

function Inlines({ parts }: { parts: readonly Inline[] }) {
  return parts.map((part, place) => <InlineView key={String(place)} part={part} />);
}

function InlineView({ part }: { part: Inline }) {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'code') return <code className={styles.code}>{part.text}</code>;
  if (part.kind === 'bold') {
    return (
      <strong>
        <Inlines parts={part.parts} />
      </strong>
    );
  }
  if (part.kind === 'italic') {
    return (
      <em>
        <Inlines parts={part.parts} />
      </em>
    );
  }
  return (
    <a href={part.href} rel="nofollow ugc noopener" target="_blank">
      <Inlines parts={part.parts} />
    </a>
  );
}
