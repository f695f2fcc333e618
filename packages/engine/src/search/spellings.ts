/** The ways to write a text in upper and lower case: to compare with each of them is a fraction of the price of folding every row. */

/** Beyond it no character has a case. */
const LAST_CODE_POINT = 0x1ffff;
/** Languages and PostgreSQL's locales disagree on these, so each stands for all. */
const ALIKE = ["iIİı", "σςΣ"];
/** Some locales fold `İ` to two characters, of which this is the second: no list of spellings is complete. */
const DOT_ABOVE = "\u0307";
const MAX_SPELLINGS = 4;

let classes: ReadonlyMap<string, readonly string[]> | null = null;

function foldingClasses(): ReadonlyMap<string, readonly string[]> {
  const cased = new Map<string, Set<string>>(ALIKE.map((alike) => [firstOf(alike), new Set(alike)]));
  for (let code = 0; code <= LAST_CODE_POINT; code += 1) {
    const letter = String.fromCodePoint(code);
    const lower = firstOf(letter.toLowerCase());
    if (lower !== letter) cased.set(lower, (cased.get(lower) ?? new Set([lower])).add(letter));
  }
  return new Map([...cased.values()].flatMap((all) => [...all].map((letter) => [letter, [...all]])));
}

function firstOf(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0);
}

/** The characters that PostgreSQL may take for this one when case does not count, itself among them: `k`, `K` and the Kelvin sign. */
export function foldedAlike(letter: string): readonly string[] {
  classes ??= foldingClasses();
  return classes.get(letter) ?? [letter];
}

/** Every spelling of the longest piece of the text that has at most four; whatever holds the text holds one of them. */
export function spellingsOf(text: string): { readonly spellings: readonly string[]; readonly isWhole: boolean } {
  const letters = [...text];
  if (letters.includes(DOT_ABOVE)) return { spellings: [""], isWhole: false };
  const [first, after] = longestPiece(letters.map((letter) => foldedAlike(letter).length));
  const piece = letters.slice(first, after);
  const spellings = piece.reduce<readonly string[]>((all, letter) => all.flatMap((one) => foldedAlike(letter).map((as) => one + as)), [""]);
  return { spellings, isWhole: piece.length === letters.length };
}

/** The characters beyond ASCII that PostgreSQL may take for one of an ASCII text. */
export function twinsOf(text: string): readonly string[] {
  return [...new Set([...text].flatMap(foldedAlike))].filter((letter) => letter > "\x7f");
}

/** Where the longest run begins and ends whose numbers multiplied are few enough. */
function longestPiece(counts: readonly number[]): readonly [number, number] {
  return counts.reduce<readonly [number, number]>(
    (longest, _, first) => {
      let [product, after] = [1, first];
      for (; after < counts.length && product * (counts[after] ?? 1) <= MAX_SPELLINGS; after += 1) product *= counts[after] ?? 1;
      return after - first > longest[1] - longest[0] ? [first, after] : longest;
    },
    [0, 0],
  );
}
