import { readJson, writeJson } from "../api/stored-json.ts";

/** Formatted numbers and times of this visit and of the ones before it: the first use of a format takes Chromium about 15 ms. */
const STORAGE_KEY = "colophon.formatted";
const MAX_TEXTS = 500;
const SAVE_AFTER_MS = 200;

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** @param store - undefined where a browser has none */
export function createKnownTexts(store: Store | undefined) {
  const texts = new Map(store ? readJson<readonly (readonly [string, string])[]>(store, STORAGE_KEY, []) : []);
  let saving: ReturnType<typeof setTimeout> | undefined;

  function save(): void {
    saving = undefined;
    if (store) writeJson(store, STORAGE_KEY, [...texts]); // else the next visit formats again
  }
  function add(key: string, text: string): void {
    texts.set(key, text);
    const oldest = texts.size > MAX_TEXTS ? texts.keys().next().value : undefined;
    if (oldest !== undefined) texts.delete(oldest);
    if (store) saving ??= setTimeout(save, SAVE_AFTER_MS);
  }
  return {
    isEmpty: () => texts.size === 0,

    /** The known text, or the one that `format` returns. The texts that were used last are kept. */
    textOf(key: string, format: () => string): string {
      const known = texts.get(key);
      if (known === undefined) {
        const text = format();
        add(key, text);
        return text;
      }
      texts.delete(key);
      texts.set(key, known);
      return known;
    },

    /** Forgets all texts; they may show values that only the caller may see. */
    forget(): void {
      texts.clear();
      clearTimeout(saving);
      saving = undefined;
      store?.removeItem(STORAGE_KEY);
    },
  };
}
