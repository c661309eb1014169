import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import styles from './shortcut-sheet.module.css';
import { NATIVE_KEYS, SHORTCUTS, type Shortcut } from './shortcuts.ts';
import { useSingleKeySetting } from './single-key-setting.ts';

const GROUPS = ['Everywhere', 'In lists', 'On a focused prompt'] as const;

/** All keys there are, from the table that handles them. */
export function ShortcutSheet({ onClosed }: { onClosed: () => void }) {
  const [areOn, setOn] = useSingleKeySetting();
  return (
    <Dialog
      title="Keyboard shortcuts"
      onClosed={onClosed}
      actions={(close) => (
        <Button variant="line" onClick={close}>
          Close
        </Button>
      )}
    >
      {GROUPS.map((group) => (
        <section key={group} className={styles.group}>
          <h3 className={styles.heading}>{group}</h3>
          <dl className={styles.keys}>
            {SHORTCUTS.filter((shortcut) => shortcut.group === group).map((shortcut) => (
              <Line
                key={shortcut.id}
                keys={keysOf(shortcut)}
                words={shortcut.words}
                isOff={!shortcut.hasModifier && !areOn}
              />
            ))}
            {group === 'Everywhere'
              ? NATIVE_KEYS.map(({ keys, words }) => <Line key={words} keys={keys} words={words} />)
              : null}
          </dl>
        </section>
      ))}
      <Checkbox label="Single keys are shortcuts" isChecked={areOn} onChange={setOn} />
    </Dialog>
  );
}

function keysOf({ key, hasModifier }: Shortcut): readonly string[] {
  return hasModifier ? ['Ctrl', key.toUpperCase()] : [key];
}

function Line({ keys, words, isOff = false }: { keys: readonly string[]; words: string; isOff?: boolean }) {
  return (
    <div className={styles.line}>
      <dt className={styles.words}>
        {words}
        {isOff ? ' (off)' : ''}
      </dt>
      <dd className={styles.combination}>
        {keys.map((key) => (
          <kbd key={key} className={styles.key}>
            {key === 'Ctrl' ? 'Ctrl/⌘' : key}
          </kbd>
        ))}
      </dd>
    </div>
  );
}
