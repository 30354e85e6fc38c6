/** A bar on a terminal, of work whose length is known. */
import { figure } from "../kernel/readable.ts";

const width = 24;
/** So often it is drawn anew. */
const everyMs = 100;

export interface ProgressBar {
  /** @param at what is at hand */
  show(at: string, done: number, all: number): void;
  /** Removes the bar. */
  end(): void;
}

/** Nothing is drawn where the standard error output is no terminal. */
export function progressBar(what: string): ProgressBar {
  const stream = process.stderr;
  if (stream.isTTY !== true) return { show() {}, end() {} };
  let [shown, next] = ["", 0];
  const draw = (text: string) => {
    stream.write(`\r${text.padEnd(shown.length)}`);
    shown = text.trimEnd();
  };
  return {
    show(at, done, all) {
      if (Date.now() < next) return;
      next = Date.now() + everyMs;
      draw(barText(what, at, done, all).slice(0, (stream.columns ?? 80) - 1));
    },
    end() {
      if (shown === "") return;
      draw("");
      stream.write("\r");
    },
  };
}

/** Such as `backup [######------------------]  25 %  250,000 of 1,000,000 rows: audit_records`. */
export function barText(what: string, at: string, done: number, all: number): string {
  const part = all === 0 ? 1 : Math.min(1, done / all);
  const filled = Math.floor(part * width);
  const bar = "#".repeat(filled).padEnd(width, "-");
  const percent = `${Math.floor(part * 100)} %`.padStart(5);
  return `${what} [${bar}] ${percent}  ${figure(done)} of ${figure(all)} rows: ${at}`;
}
