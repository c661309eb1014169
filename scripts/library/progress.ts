/** The progress of a command: one line that is redrawn, or plain lines where the output is not a terminal. */
export interface Progress {
  /** @param share 0 to 1 */
  show(share: number, text: string): void;
  /** Clears the line for the output that follows. */
  end(): void;
}

const WIDTH = 24;
const REDRAW_MILLISECONDS = 80;

/** Draws on standard error, so that standard output can be kept. */
export function startProgress(title: string, stream: NodeJS.WriteStream = process.stderr): Progress {
  return stream.isTTY ? drawBar(title, stream) : printLines(title, stream);
}

function drawBar(title: string, stream: NodeJS.WriteStream): Progress {
  let shownAt = 0;
  return {
    show(share, text) {
      const now = performance.now();
      if (share < 1 && now - shownAt < REDRAW_MILLISECONDS) return;
      shownAt = now;
      const filled = Math.round(Math.min(share, 1) * WIDTH);
      const bar = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`;
      const percent = `${Math.floor(share * 100)}`.padStart(3);
      stream.write(`\r${`${title} ${bar} ${percent} %  ${text}`.slice(0, stream.columns - 1)}\x1b[K`);
    },
    end() {
      if (shownAt > 0) stream.write('\r\x1b[K');
    },
  };
}

/** Every quarter once. */
function printLines(title: string, stream: NodeJS.WriteStream): Progress {
  let quarters = 0;
  return {
    show(share, text) {
      const reached = Math.floor(Math.min(share, 1) * 4);
      if (reached <= quarters) return;
      quarters = reached;
      stream.write(`${title}: ${reached * 25} %, ${text}\n`);
    },
    end() {},
  };
}
