import { type RefObject, useEffect } from 'react';
import { keepInTab, takeFromTab } from './kept-in-tab.ts';

type Fields = Readonly<Record<string, string>>;

/**
 * What was typed into a form whose action needs a sign-in first: filled in again when the same form is opened afterwards.
 * @returns keeps the fields in this tab, until then
 */
export function useRestoredFields(
  form: RefObject<HTMLFormElement | null>,
  name: string,
): (fields: Fields) => void {
  const key = `act:${name}`;
  useEffect(() => {
    for (const [field, value] of Object.entries(take(key))) {
      const element = form.current?.elements.namedItem(field);
      if (element && 'value' in element) element.value = value;
    }
  }, [form, key]);
  return (fields) => keepInTab(key, JSON.stringify(fields));
}

function take(key: string): Fields {
  try {
    return JSON.parse(takeFromTab(key) ?? '{}');
  } catch {
    return {};
  }
}
