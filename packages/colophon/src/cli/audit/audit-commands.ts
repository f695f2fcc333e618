import { readFile } from "node:fs/promises";
import { finished } from "node:stream/promises";
import { createHeadKey, WrongHead } from "./signed-heads.ts";
import { createAuditTable, createSealer, entryOf, verifyAudit, type Head } from "@colophon/database";
import { Refusal, STATUS } from "../failures.ts";
import { countOf } from "../progress.ts";
import { withSite, type CommandContext, type Site } from "../site.ts";
import { print, printMessage } from "../terminal.ts";
import { openDestination } from "../transfer/destination.ts";

/** `cms audit verify`: checks the chain, and whether it contains a head that was stored elsewhere. Status 2 if it is broken. */
export async function verifyLog(context: CommandContext, { head: file }: { readonly head?: string }): Promise<number> {
  const { terminal } = context;
  return withSite(context, async (site) => {
    const stored = file === undefined ? null : await readHead(site, file);
    const { rows, head, broken } = await verifyAudit(createAuditTable(site.database), stored);
    for (const { number, sentence } of broken) print(terminal, number === null ? sentence : `${number}: ${sentence}`);
    if (broken.length > 0) {
      printMessage(terminal, `The audit log is broken. ${countOf(rows)} rows were compared.`);
      return STATUS.lacking;
    }
    const newest = head ? `; the newest is ${head.number}, ${head.hash}` : "";
    printMessage(terminal, `The chain of the audit log is complete: ${countOf(rows)} rows${newest}.`);
    return STATUS.done;
  });
}

async function readHead(site: Site, file: string): Promise<Head> {
  try {
    return createHeadKey(site.secret()).open(await readFile(file, "utf8"));
  } catch (error) {
    throw error instanceof WrongHead ? new Refusal(error.message) : error;
  }
}

/** `cms audit head`: prints the newest number and hash with a signature, to be stored elsewhere. */
export async function printHead(context: CommandContext): Promise<number> {
  return withSite(context, async (site) => {
    const head = await createSealer(site.database).head();
    if (!head) throw new Refusal("The audit log has no rows yet.");
    print(context.terminal, JSON.stringify(createHeadKey(site.secret()).sign(head, new Date())));
    return STATUS.done;
  });
}

/** `cms audit export`: the sealed rows as JSON lines, oldest first, with number and hashes. */
export async function exportLog(context: CommandContext, file: string): Promise<number> {
  const { terminal, signal } = context;
  return withSite(context, async ({ database }) => {
    const to = file === "-" ? null : openDestination(file, terminal);
    const out = to?.out ?? terminal.stdout;
    let rows = 0;
    try {
      for await (const { number, seq: _, previousHash, hash, ...row } of createAuditTable(database).sealed()) {
        signal.throwIfAborted();
        if (!isWhole(row)) continue; // `verify` reports it
        const line = JSON.stringify({ number: Number(number), ...entryOf(row), previousHash, hash });
        if (!out.write(`${line}\n`)) await new Promise((resolve) => out.once("drain", resolve));
        rows += 1;
      }
      if (to) {
        to.out.end();
        await finished(to.out);
        await to.keep();
      }
    } catch (error) {
      await to?.discard();
      throw error;
    }
    printMessage(terminal, `${countOf(rows)} rows exported.`);
    return STATUS.done;
  });
}

type Whole = Parameters<typeof entryOf>[0];

function isWhole(row: Partial<Whole>): row is Whole {
  return typeof row.id === "string";
}
