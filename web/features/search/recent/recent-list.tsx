import History from 'lucide-react/icons/history';
import Trash from 'lucide-react/icons/trash-2';
import X from 'lucide-react/icons/x';
import styles from '../combobox/search-popup.module.css';
import { PopupRow } from '../combobox/search-popup.tsx';

interface RecentListProps {
  listId: string;
  texts: readonly string[];
  active: number | null;
  /** The place behind the last search clears them all. */
  onChoose: (index: number) => void;
  onRemove: (index: number) => void;
}

/** Said of the field while the list is open; the sign at a row's end is for the pointer alone. */
export const RECENT_HELP = 'Recent searches. Press Delete to remove one.';

export function RecentList({ texts, onRemove, ...row }: RecentListProps) {
  return (
    <>
      {texts.map((text, index) => (
        <PopupRow
          key={text}
          {...row}
          index={index}
          icon={<History size={16} strokeWidth={1.75} aria-hidden />}
          end={
            // An option holds no button: this is for the pointer, Delete for the keyboard.
            <span
              className={styles.remove}
              title={`Remove “${text}”`}
              aria-hidden="true"
              onClick={(event) => {
                event.stopPropagation();
                onRemove(index);
              }}
            >
              <X size={15} />
            </span>
          }
        >
          {text}
        </PopupRow>
      ))}
      <PopupRow {...row} index={texts.length} icon={<Trash size={16} strokeWidth={1.75} aria-hidden />}>
        Clear recent searches
      </PopupRow>
    </>
  );
}
