import { useState } from 'react';
import { TextButton } from '#web/ui/forms/text-button.tsx';
import { type Block, type Inline, parseComment } from './comment-markdown.ts';
import { readPreview } from './comment-preview.ts';
import styles from './comment-text.module.css';

/**
 * A comment's text, rendered with elements we chose: nothing in it is ever read as HTML. Of a long one only the
 * beginning until somebody asks for the rest, so that no thread costs much whoever opens it.
 */
export function CommentText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  const preview = readPreview(text);
  const isLong = !preview.isWhole;
  return (
    <>
      <div className={styles.text} dir="auto">
        <Blocks blocks={isOpen && isLong ? parseComment(text).blocks : preview.blocks} />
      </div>
      {isLong ? (
        <TextButton className={styles.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : 'Show the whole comment'}
        </TextButton>
      ) : null}
    </>
  );
}

// Parts of a text have no identity but their position, and never move.
function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, place) => <BlockView key={String(place)} block={block} />);
}

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'code') {
    return (
      <pre>
        <code>{block.text}</code>
      </pre>
    );
  }
  if (block.kind === 'quote') {
    return (
      <blockquote>
        <Blocks blocks={block.blocks} />
      </blockquote>
    );
  }
  if (block.kind === 'list') {
    const List = block.isOrdered ? 'ol' : 'ul';
    return (
      <List>
        {block.items.map((blocks, place) => (
          <li key={String(place)}>
            <Blocks blocks={blocks} />
          </li>
        ))}
      </List>
    );
  }
  if (block.kind === 'line') return <Inlines parts={block.parts} />;
  return (
    <p>
      <Inlines parts={block.parts} />
    </p>
  );
}

function Inlines({ parts }: { parts: readonly Inline[] }) {
  return parts.map((part, place) => <InlineView key={String(place)} part={part} />);
}

function InlineView({ part }: { part: Inline }) {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'code') return <code>{part.text}</code>;
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
