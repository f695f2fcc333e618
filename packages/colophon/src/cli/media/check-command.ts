import { countNamedFiles, namedDerivatives, namedOriginals, newestOriginals, withClient, type NamedFile } from "@colophon/database";
import { DERIVATIVES, ORIGINALS, type Storage, type StoredKey } from "@colophon/storage";
import type pg from "pg";
import { Refusal, STATUS } from "../failures.ts";
import { countOf, createProgress, type Progress } from "../progress.ts";
import { commandOf, openStorage, withSite, type CommandContext } from "../site.ts";
import { print, printMessage } from "../terminal.ts";
import { createExaminer, isSuspect, type Finding, type FindingKind } from "./findings.ts";
import { merge, type Pair } from "./merge.ts";

interface CheckOptions {
  readonly repair?: boolean;
  /** The key after which an earlier check is continued. */
  readonly after?: string;
}

type Suspect = Pair<NamedFile, StoredKey>;

const AT_ONCE = 50;
const PASSES = [
  { prefix: ORIGINALS, named: namedOriginals },
  { prefix: DERIVATIVES, named: namedDerivatives },
] as const;

/**
 * `cms media check`: compares the files that rows name with those in the storage, in both directions, and prints each difference. Status 2 if
 * some are left.
 */
export async function checkMedia(context: CommandContext, options: CheckOptions): Promise<number> {
  const progress = createProgress(context.terminal);
  return withSite(context, async (site) => {
    const storage = openStorage(context, site);
    const examine = createExaminer({ database: site.database, storage });
    const report = createReport(context, options);
    try {
      const total = await withClient(site.database.pool, countNamedFiles);
      if (options.repair) await withClient(site.database.pool, (client) => requireSameSite(client, storage));
      progress.begin("Files", total, "rows");
      for (const { prefix, named } of PASSES) {
        const after = startOf(prefix, options.after);
        if (after === null) continue;
        await withClient(site.database.pool, async (client) => {
          const pairs = merge(named(client, after), storage.listInOrder(prefix, after));
          await comparePairs(pairs, { context, progress, examine, report });
        });
      }
      progress.end(report.summary(total));
      return report.isLeft() ? STATUS.lacking : STATUS.done;
    } catch (error) {
      progress.clear();
      report.stopped();
      throw error;
    } finally {
      storage.close();
    }
  });
}

/** The key after which a pass begins; null if it was finished before. */
function startOf(prefix: string, after = ""): string | null {
  if (after.startsWith(prefix)) return after;
  return prefix === ORIGINALS && after.startsWith(DERIVATIVES) ? null : "";
}

interface Comparison {
  readonly context: CommandContext;
  readonly progress: Progress;
  readonly examine: (suspect: Suspect) => Promise<Finding | null>;
  readonly report: Report;
}

async function comparePairs(pairs: AsyncIterable<Suspect>, { context, progress, examine, report }: Comparison): Promise<void> {
  let suspects: Suspect[] = [];
  const flush = async (): Promise<void> => {
    const findings = await Promise.all(suspects.map(examine));
    suspects = [];
    for (const finding of findings) if (finding) await report.add(finding);
  };
  for await (const pair of pairs) {
    context.signal.throwIfAborted();
    if (pair.left) progress.advance(1);
    if (isSuspect(pair)) suspects.push(pair);
    if (suspects.length === AT_ONCE) await flush();
    if (suspects.length === 0) report.reached(pair.key);
  }
  await flush();
}

type Report = ReturnType<typeof createReport>;

function createReport(context: CommandContext, { repair = false }: CheckOptions) {
  const { terminal } = context;
  const found: Record<FindingKind, number> = { missing: 0, damaged: 0, unused: 0 };
  let repaired = 0;
  let last: string | null = null;
  const all = (): number => found.missing + found.damaged + found.unused;

  return {
    /** Prints a difference, and repairs it if that was asked for. */
    async add({ kind, key, about, repair: mend }: Finding): Promise<void> {
      found[kind]++;
      const isMended = repair && mend !== null;
      if (isMended) await mend();
      if (isMended) repaired++;
      print(terminal, [kind, key, about, isMended ? "(repaired)" : ""].filter(Boolean).join(" "));
    },

    /** Everything up to this key has been compared. */
    reached: (key: string): void => void (last = key),

    isLeft: (): boolean => all() > repaired,

    /** Says how to continue. */
    stopped(): void {
      if (last !== null)
        printMessage(terminal, `To continue: ${commandOf(context)} media check ${repair ? "--repair " : ""}--after ${last}`);
    },

    summary(total: number): string {
      const kinds = `${countOf(found.missing)} missing, ${countOf(found.damaged)} damaged, ${countOf(found.unused)} unused`;
      const rest = repair ? `; ${countOf(repaired)} repaired` : "";
      const help =
        found.missing + found.damaged > 0 ? " An original is restored by uploading the same file, or by importing an export." : "";
      return `Compared ${countOf(total)} files with the storage: ${kinds}${rest}.${help}`;
    },
  };
}

/** A repair with another site's storage would remove that site's files. */
async function requireSameSite(client: pg.ClientBase, storage: Storage): Promise<void> {
  for (const key of await newestOriginals(client)) if (await storage.stat(key)) return;
  throw new Refusal(
    `None of the newest files of this database is in ${storage.place}. Check that the variables name this site's database and storage; nothing was changed.`,
  );
}
