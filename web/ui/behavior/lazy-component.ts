import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';

const RETRY_MILLISECONDS = 5000;

/** A component in a file of its own, which a page fetches when it draws it first. */
interface LazyComponent<Props extends object> {
  (props: Props): ReactNode;
  /** After this it is drawn at once, by the server too. Never throws: what failed is asked for again when drawn. */
  preload(): Promise<void>;
}

/**
 * Keeps out of the first script what few pages show. No `React.lazy`: it waits once more for a part that is preloaded, and
 * its boundary would then show what it shows while waiting, in place of the server's HTML.
 * @param waiting is drawn until the part is there
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;

  async function preload(): Promise<void> {
    loaded ??= await load().catch(() => undefined);
  }

  // biome-ignore lint/correctness/noComponentHookFactories: called once a part, at the top of a module.
  function Part(props: Props): ReactNode {
    const [Component, setComponent] = useState(() => loaded);
    useEffect(() => {
      if (Component) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let isUnmounted = false;
      async function ask() {
        await preload();
        if (isUnmounted) return;
        if (loaded) setComponent(() => loaded);
        else timer = setTimeout(() => void ask(), RETRY_MILLISECONDS);
      }
      void ask();
      return () => {
        isUnmounted = true;
        clearTimeout(timer);
      };
    }, [Component]);
    return Component ? createElement(Component, props) : waiting;
  }

  return Object.assign(Part, { preload });
}
