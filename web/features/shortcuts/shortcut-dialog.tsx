import { Button } from '#web/ui/forms/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { MessageDialog } from '#web/ui/overlays/message-dialog.tsx';
import styles from './shortcut-dialog.module.css';
import { NATIVE_KEYS, SHORTCUTS, type Shortcut } from './shortcut-table.ts';
import { useSingleKeySetting } from './single-key-setting.ts';

const GROUPS = ['Everywhere', 'In lists', 'On a focused prompt'] as const;

/** All keyboard shortcuts, from the table that handles them. */
export function ShortcutDialog({ onClosed }: { onClosed: () => void }) {
  const [areOn, setOn] = useSingleKeySetting();
  return (
    <MessageDialog
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
          <dl>
            {SHORTCUTS.filter((shortcut) => shortcut.group === group).map((shortcut) => (
              <Line
                key={shortcut.id}
                keys={keysOf(shortcut)}
                label={shortcut.label}
                isOff={!shortcut.hasModifier && !areOn}
              />
            ))}
            {group === 'Everywhere'
              ? NATIVE_KEYS.map(({ keys, label }) => <Line key={label} keys={keys} label={label} />)
              : null}
          </dl>
        </section>
      ))}
      <Checkbox label="Enable single-key shortcuts" isChecked={areOn} onChange={setOn} />
    </MessageDialog>
  );
}

function keysOf({ key, hasModifier }: Shortcut): readonly string[] {
  return hasModifier ? ['Ctrl', key.toUpperCase()] : [key];
}

function Line({ keys, label, isOff = false }: { keys: readonly string[]; label: string; isOff?: boolean }) {
  return (
    <div className={styles.line}>
      <dt>
        {label}
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
