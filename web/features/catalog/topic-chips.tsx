import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId, useRef, useState } from 'react';
import type { Topic } from '#contract/catalog.ts';
import { LIMITS } from '#contract/limits.ts';
import { Chip } from '#web/ui/forms/chip.tsx';
import { TextButton } from '#web/ui/forms/text-button.tsx';
import styles from './topic-chips.module.css';
import { groupTopics, type TopicGroup } from './topic-groups.ts';

interface TopicChipsProps {
  topics: readonly Topic[];
  /** Slugs of the topics the list is filtered by. */
  selected: ReadonlySet<string>;
  onChange: (slugs: ReadonlySet<string>) => void;
}

/** The category's topics in their display groups; several can be on together. */
export function TopicChips({ topics, selected, onChange }: TopicChipsProps) {
  const [isExpanded, setExpanded] = useState(false);
  const chips = useRef<HTMLFieldSetElement>(null);
  const id = useId();
  const groups = groupTopics(topics);
  if (groups.length === 0) return null;
  // A filter that is on stays in sight, wherever it stands.
  const shown = groups.filter(
    (group, index) => isExpanded || index < LIMITS.chipsFirstShown || isOn(group, selected),
  );
  return (
    <fieldset ref={chips} id={id} className={styles.chips} aria-label="Topics" tabIndex={-1}>
      {shown.map((group) => (
        <Chip
          key={group.name}
          name={group.name}
          count={group.promptCount}
          countNoun={group.promptCount === 1 ? 'prompt' : 'prompts'}
          isOn={isOn(group, selected)}
          onToggle={() => onChange(toggled(group, selected))}
        />
      ))}
      {groups.length > LIMITS.chipsFirstShown ? (
        <TextButton aria-expanded={isExpanded} aria-controls={id} onClick={() => setExpanded(!isExpanded)}>
          {isExpanded ? 'Show Less' : `Show all (${groups.length})`}
          <ChevronDown size={16} aria-hidden />
        </TextButton>
      ) : null}
      {selected.size > 0 ? (
        <TextButton
          onClick={() => {
            onChange(new Set());
            // The pressed button goes away with the filters.
            chips.current?.focus();
          }}
        >
          Clear Filters
        </TextButton>
      ) : null}
    </fieldset>
  );
}

function isOn(group: TopicGroup, selected: ReadonlySet<string>): boolean {
  return group.topics.some((topic) => selected.has(topic.slug));
}

/** A group is switched on and off with all its topics. */
function toggled(group: TopicGroup, selected: ReadonlySet<string>): ReadonlySet<string> {
  const slugs = new Set(group.topics.map((topic) => topic.slug));
  return isOn(group, selected)
    ? new Set([...selected].filter((slug) => !slugs.has(slug)))
    : new Set([...selected, ...slugs]);
}
