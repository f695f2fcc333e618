import { createLogUpdate } from "log-update";
import { printMessage, type Terminal } from "./terminal.ts";

const REDRAW_MS = 100;
const PLAIN_EVERY_MS = 10_000;
const BAR_WIDTH = 24;

/** Reports the progress of long work. */
export interface Progress {
  /** Starts a piece of work; `total` is in the unit that `advance` counts. */
  begin(title: string, total: number, unit: "rows" | "bytes"): void;
  advance(amount: number): void;
  /** Ends the piece with a permanent line. */
  end(sentence: string): void;
  /** Removes a bar that is still shown, after a failure. */
  clear(): void;
}

interface Piece {
  readonly title: string;
  readonly total: number;
  readonly unit: "rows" | "bytes";
  done: number;
  shownAt: number;
}

/** A bar if stderr is a terminal; else a line every ten seconds and one at the end of each piece. */
export function createProgress(terminal: Terminal, now: () => number = Date.now): Progress {
  const live = terminal.stderr.isTTY ? createLogUpdate(terminal.stderr) : null;
  let piece: Piece | null = null;

  function show(current: Piece): void {
    if (now() - current.shownAt < (live ? REDRAW_MS : PLAIN_EVERY_MS)) return;
    current.shownAt = now();
    if (live) live(barOf(current));
    else printMessage(terminal, `${current.title}: ${amountOf(current)}`);
  }

  return {
    begin(title, total, unit) {
      piece = { title, total, unit, done: 0, shownAt: live ? 0 : now() };
      show(piece);
    },

    advance(amount) {
      if (!piece) return;
      piece.done += amount;
      show(piece);
    },

    end(sentence) {
      live?.clear();
      piece = null;
      printMessage(terminal, sentence);
    },

    clear() {
      live?.clear();
      live?.done(); // shows the cursor again
    },
  };
}

function barOf(piece: Piece): string {
  const share = piece.total === 0 ? 1 : Math.min(1, piece.done / piece.total);
  const filled = Math.round(share * BAR_WIDTH);
  const percent = `${Math.floor(share * 100)}%`.padStart(4);
  return `${piece.title}  ${"█".repeat(filled)}${"░".repeat(BAR_WIDTH - filled)} ${percent}  ${amountOf(piece)}`;
}

function amountOf({ done, total, unit }: Piece): string {
  return unit === "bytes" ? `${sizeOf(done)} of ${sizeOf(total)}` : `${countOf(done)} of ${countOf(total)}`;
}

/** 12345 → 12,345. */
export function countOf(count: number): string {
  return count.toLocaleString("en");
}

/** Bytes in the largest unit in which the number is at least one. */
export function sizeOf(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power] ?? ""}`;
}
