/**
 * Puts text on the clipboard. Call it inside the click: browsers refuse later. A promise may still be on its way to
 * the text; the press counts from when it was made.
 * @returns false when every way is refused, or the promise failed
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  const type = 'text/plain';
  const blob =
    typeof text === 'string' ? new Blob([text], { type }) : text.then((value) => new Blob([value], { type }));
  // A browser that refuses at once never looks at it: a text that fails later is told below, and no error of the page.
  if (blob instanceof Promise) blob.catch(() => undefined);
  try {
    await navigator.clipboard.write([new ClipboardItem({ [type]: blob })]);
    return true;
  } catch {
    return await copyWithExecCommand(text);
  }
}

/** No ClipboardItem, no permission, no secure context, or an old browser. */
async function copyWithExecCommand(text: string | Promise<string>): Promise<boolean> {
  let value: string;
  try {
    value = await text;
  } catch {
    return false;
  }
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    return copyThroughTextArea(value);
  }
}

function copyThroughTextArea(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  area.setAttribute('aria-hidden', 'true');
  // Outside an open modal dialog everything is inert, and nothing inert can be selected.
  const layer = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  layer.append(area);
  area.select();
  let isCopied = false;
  try {
    isCopied = document.execCommand('copy');
  } catch {
    isCopied = false;
  }
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
