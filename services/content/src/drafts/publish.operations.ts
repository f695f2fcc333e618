import { isDeepStrictEqual } from "node:util";
import { newId } from "@colophon/database";
import { acceptedRow, markdownTargetOf, type DraftContentRow, type Entity, type Field, type WriteData } from "@colophon/engine";
import type { Call } from "../http/calls.ts";
import { parseStored } from "../writes/data.ts";
import type { WriteOperation, WriteTools } from "../writes/operation.ts";
import { requireFound } from "../writes/targets.ts";
import { NOTHING, type Write, type WriteInput } from "../writes/write.ts";
import { versionedOf } from "./versioned.ts";

export interface PublishInput extends WriteInput {
  /** Publish although the live record is newer than the draft. */
  readonly force?: boolean;
}

interface Publication {
  readonly data: WriteData;
  /** The version of the data; null if nothing is pending. */
  readonly draftId: string | null;
}

type Content = DraftContentRow & { readonly data: WriteData };

/** Publishes the draft's content, fully checked. */
export const publish: WriteOperation<PublishInput, Publication> = {
  kind: "publish",
  permission: ["update"],
  before: ["beforePublish"],
  after: "afterPublish",
  entityOf: versionedOf,
  target: ({ call, entity, id, expected }) => call.engine.draftContent(entity.name, id, { ...expected, hooked: true }),
  async prepare(write, tools) {
    const found = await contentOf(write, tools);
    const { draftId } = found;
    if (!write.isHooked) return { draftId, data: isRepeated(found) ? NOTHING : found.data };
    requireFound(await tools.check(write.call, write.entity.name, publish.plan(write, found)));
    return { draftId, data: await changedByHooks(write, tools, found) };
  },
  plan: ({ call, entity, id, input, expected }, { data, draftId }) =>
    call.engine.publish(entity.name, id, { ...expected, data, draftId, force: input.force ?? false, newId }),
};

/** Hides a record from every live read; its content becomes the draft. */
export const unpublish: WriteOperation = {
  kind: "unpublish",
  permission: ["update"],
  before: ["beforeUnpublish"],
  after: "afterUnpublish",
  entityOf: versionedOf,
  target: (write) => unpublish.plan(write, undefined),
  prepare: (write, { before }) => before(write, write.facts.existing),
  plan: ({ call, entity, id, expected }) => call.engine.unpublish(entity.name, id, expected),
};

/** Discards the pending draft. A record that was never published is deleted. No hooks run. */
export const discardDraft: WriteOperation = {
  kind: "update",
  permission: ["update"],
  before: [],
  after: null,
  entityOf: versionedOf,
  prepare: async () => undefined,
  plan: ({ call, entity, id, expected }) => call.engine.discard(entity.name, id, expected),
  removesRecord: ({ data }) => !("_type" in JSON.parse(data)),
};

async function contentOf({ call, entity, id, found: known }: Write, { read }: WriteTools): Promise<Content> {
  const { name } = entity;
  const found = known && "content" in known ? known : await newestContent(call, entity, id, read);
  const data = await parseStored(call, name, JSON.parse(found.content), { draft: false });
  return { ...found, data: withoutStoredTexts(entity, data, data.values) };
}

async function newestContent(call: Call, { name }: Entity, id: string | null, read: WriteTools["read"]): Promise<DraftContentRow> {
  const [row] = await read<DraftContentRow>(call, call.engine.draftContent(name, id));
  return acceptedRow(row);
}

/** Without the references in Markdown that is stored already: the text stays as it is when their records are deleted. */
function withoutStoredTexts(entity: Entity, data: WriteData, stored: WriteData["values"]): WriteData {
  const isStored = ({ name, references }: Field): boolean =>
    references.some((reference) => markdownTargetOf(reference) !== null) && isDeepStrictEqual(data.values[name], stored[name]);
  const texts = new Set(entity.fields.filter(({ type }) => type === "richtext").flatMap((field) => (isStored(field) ? [field.name] : [])));
  return { ...data, references: data.references.filter(({ path }) => !texts.has(path)) };
}

/** The whole pending content; if there is none, only the hooks' changes of the live record, which others may be writing. */
async function changedByHooks(write: Write, { before, system }: WriteTools, found: Content): Promise<WriteData> {
  const { values } = found.data;
  const changed = await before(write, { ...values });
  const parsed = await system.parseBody(write.entity.name, changed, {
    operation: "update",
    partial: true,
    reader: write.call.principal,
    makeKey: newId,
  });
  if (!isRepeated(found)) return withoutStoredTexts(write.entity, { ...parsed, values: { ...values, ...parsed.values } }, values);
  const own = Object.entries(parsed.values).filter(([name, value]) => !isDeepStrictEqual(value, values[name]));
  return { ...parsed, values: Object.fromEntries(own) };
}

/** Whether nothing is pending, so that the live content would be published again. */
function isRepeated({ isLive, draftId }: DraftContentRow): boolean {
  return isLive && draftId === null;
}
