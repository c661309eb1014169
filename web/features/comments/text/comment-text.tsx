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

// Nodes of a text have no identity except their position, and never move.
function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => <BlockView key={String(index)} block={block} />);
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
        {block.items.map((blocks, index) => (
          <li key={String(index)}>
            <Blocks blocks={blocks} />
          </li>
        ))}
      </List>
    );
  }
  if (block.kind === 'line') return <Inlines nodes={block.children} />;
  return (
    <p>
      <Inlines nodes={block.children} />
    </p>
  );
}

function Inlines({ nodes }: { nodes: readonly Inline[] }) {
  return nodes.map((node, index) => <InlineView key={String(index)} node={node} />);
}

function InlineView({ node }: { node: Inline }) {
  if (node.kind === 'text') return node.text;
  if (node.kind === 'code') return <code>{node.text}</code>;
  if (node.kind === 'bold') {
    return (
      <strong>
        <Inlines nodes={node.children} />
      </strong>
    );
  }
  if (node.kind === 'italic') {
    return (
      <em>
        <Inlines nodes={node.children} />
      </em>
    );
  }
  return (
    <a href={node.href} rel="nofollow ugc noopener" target="_blank">
      <Inlines nodes={node.children} />
    </a>
  );
}
