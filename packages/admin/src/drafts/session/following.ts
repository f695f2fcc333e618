import type { StoredRecord } from "../../record-model/record-api.ts";

interface Followed {
  readonly read: () => Promise<StoredRecord | null>;
  /** Whether no save, action or choice is under way, after which the form has another state of the record. */
  readonly isIdle: () => boolean;
  /** The record that the form has. */
  readonly known: () => StoredRecord | null;
  readonly show: (theirs: StoredRecord) => void;
  readonly fail: (error: unknown) => void;
}

/** Reads a record again when others have changed it. */
export function createFollowing({ read, isIdle, known, show, fail }: Followed) {
  let isBehind = false;
  /** What was read before a save of the form may be older than the form: it is read again. */
  async function readAgain(): Promise<void> {
    while (isBehind && isIdle()) {
      isBehind = false;
      const before = known();
      const theirs = await read();
      if (!isIdle() || known() !== before) isBehind = true;
      else if (theirs) show(theirs);
    }
  }
  async function follow(): Promise<void> {
    isBehind = true;
    try {
      await readAgain();
    } catch (error) {
      isBehind = true;
      fail(error);
    }
  }
  return {
    follow,
    /** To be called after what the form was busy with. */
    catchUp: () => void (isBehind && follow()),
  };
}
