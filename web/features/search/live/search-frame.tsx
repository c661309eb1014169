import type { ComponentProps, ReactNode } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { paths } from '#web/paths.ts';
import { useHydrated } from '#web/ui/behavior/use-hydrated.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { SearchField } from '#web/ui/forms/search-field.tsx';
import popup from '../combobox/search-popup.module.css';
import styles from './search-frame.module.css';

/** Where several stand on one page, each has a name of its own. */
export interface SearchAppearance {
  label: string;
  /** 40 pixels high with the button next to it, or 52 with the button in it. */
  size: 'medium' | 'large';
}

const TOP_BAR_APPEARANCE: SearchAppearance = { label: 'Search prompts', size: 'medium' };

/** The palette's key: it searches from anywhere. */
function PaletteHint() {
  const isMac = useHydrated() && /Mac|iP/.test(navigator.userAgent);
  return (
    <span className={styles.hint} aria-hidden="true">
      {isMac ? '⌘ K' : 'Ctrl K'}
    </span>
  );
}

interface SearchFrameProps extends Pick<ComponentProps<'form'>, 'onSubmit' | 'onBlur'> {
  appearance?: SearchAppearance | undefined;
  field: ComponentProps<'input'>;
  /** Under the field. */
  children?: ReactNode;
}

/** A form that leads to the search page, also where no script runs. */
export function SearchFrame({ appearance = TOP_BAR_APPEARANCE, field, children, ...form }: SearchFrameProps) {
  const { label, size } = appearance;
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to assistive technology widely enough
    <form
      role="search"
      aria-label={appearance === TOP_BAR_APPEARANCE ? 'Library' : label}
      action={paths.search()}
      method="get"
      className={styles.form}
      {...form}
    >
      <div className={popup.box}>
        <SearchField
          {...field}
          size={size}
          name="q"
          label={label}
          placeholder={label}
          maxLength={LIMITS.searchTextCharacters}
          data-shortcut="search"
        >
          {size === 'large' ? <Button type="submit">Search</Button> : <PaletteHint />}
        </SearchField>
        {children}
      </div>
      {size === 'medium' ? (
        <Button type="submit" variant="line">
          Search
        </Button>
      ) : null}
    </form>
  );
}
