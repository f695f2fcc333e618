/** Sessions of stored and new records. */
import { randomId } from "@mantine/hooks";
import type { AdminConfig, AdminEntity } from "../../api/admin-config.ts";
import { excludedOf, fieldsOf, type FormContext } from "../../record-model/fields.ts";
import { createForm } from "../../record-model/form.ts";
import { newValues } from "../../record-model/new-values.ts";
import type { FormField, Values } from "../../record-model/types.ts";
import { hasDrafts, readForEditing } from "../../record-model/read-for-editing.ts";
import { apiOf, createRecord, recordApi, type RecordLocator, type StoredRecord } from "../../record-model/record-api.ts";
import { createKeeper, NEW } from "./kept-changes.ts";
import { isTransient } from "./save-failures.ts";
import { createSession, type EditSession } from "./session.ts";
import type { SessionOptions } from "./session-state.ts";

export interface Opened {
  readonly config: AdminConfig;
  readonly entity: AdminEntity;
  /** The user whose changes are kept. */
  readonly userId: string;
}

export function wasLive({ versions }: AdminEntity, record: StoredRecord | null): boolean {
  return record !== null && (versions === false || (record.publishedAt ?? null) !== null);
}

export function storedFields({ config, entity }: Pick<Opened, "config" | "entity">, record: StoredRecord): readonly FormField[] {
  const isWritable = record._can?.update ?? entity.can.update;
  const context: FormContext = {
    isNew: false,
    isWritable,
    isFixed: wasLive(entity, record),
    excluded: excludedOf(config, entity.name, "update"),
  };
  return fieldsOf(entity, context);
}

/** @param record - null for a global that was never saved. */
export function openSession(opened: Opened, locator: RecordLocator, record: StoredRecord | null): EditSession {
  const { entity, userId } = opened;
  const api = apiOf(locator);
  const isDraft = hasDrafts(entity);
  return createSession({
    form: createForm(storedFields(opened, record ?? NEVER_SAVED), record ?? {}),
    record,
    isAutomatic: isDraft,
    keeper: createKeeper([userId, entity.name, locator.id ?? locator.locale ?? "global"]),
    write: (body, options) => api.save(body, { isDraft, ...options }),
    read: () => readForEditing(entity, locator),
  });
}

const NEVER_SAVED: StoredRecord = { id: "", publishedAt: null };

type Write = SessionOptions["write"];

/** The session of a record that is created by its first save. */
export function openNewSession(opened: Opened, initialValues: Values, onCreated: (record: StoredRecord) => void): EditSession {
  const { config, entity, userId } = opened;
  const isDraft = hasDrafts(entity);
  const context = { isNew: true, isWritable: entity.can.create, isFixed: false, excluded: excludedOf(config, entity.name, "create") };
  const fields = fieldsOf(entity, context);
  const form = createForm(fields, newValues(fields));
  form.put({ ...form.state().values, ...initialValues });
  const keeper = createKeeper([userId, entity.name, NEW]);
  let id: string | null = null;
  let sent: { readonly body: Values; readonly key: string } | null = null; // a request whose answer may have been lost

  const update: Write = (body, options) => recordApi(entity.name, id).save(body, { isDraft, ...options });
  async function create(body: Values): Promise<StoredRecord> {
    const trial = sent ?? { body, key: randomId("") };
    sent = trial;
    try {
      const record = await createRecord(entity.name, trial.body, { isDraft, key: trial.key });
      id = record.id;
      keeper.moveTo([userId, entity.name, id]);
      onCreated(record);
      return trial.body === body ? record : await update(body, { ifMatch: undefined, isAutomatic: true });
    } catch (error) {
      if (!isTransient(error)) sent = null;
      throw error;
    }
  }
  return createSession({
    form,
    record: null,
    isAutomatic: isDraft,
    keeper,
    write: (body, options) => (id === null ? create(body) : update(body, options)),
    read: () => readForEditing(entity, { entity: entity.name, id }),
  });
}
