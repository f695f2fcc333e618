import { eventually } from "../support/eventually.ts";
import type { TestStack } from "../support/stack/stack.ts";

interface WriteThrough {
  readonly stack: Pick<TestStack, "admin">;
  readonly faults: readonly (() => Promise<unknown>)[];
  /** The number of tags. */
  readonly records: number;
  /** Of each tag. */
  readonly changes: number;
  /** The number of changes between two faults. */
  readonly betweenFaults: number;
  /** The beginning of their labels. */
  readonly label: string;
}

/** Changes tags, with a fault after every few changes, in turn; refused and lost requests are left out. */
export async function writeThrough({ stack, faults, records, changes, betweenFaults, label }: WriteThrough): Promise<void> {
  let sent = 0;
  const change = async (number: number) => {
    const made = await eventually(async () => (await stack.admin.post("/api/tag", { label: `${label} ${number}` })).data?.id as string);
    for (let index = 0; index < changes; index += 1) {
      await stack.admin.put(`/api/tag/${made}`, { label: `${label} ${number} ${index}` }).catch(() => undefined);
      sent += 1;
    }
  };
  const breaking = async () => {
    for (let count = betweenFaults; count < records * changes; count += betweenFaults) {
      await eventually(() => sent >= count, { what: `${count} changes are sent` });
      await faults[(count / betweenFaults - 1) % faults.length]?.();
    }
  };
  await Promise.all([breaking(), ...Array.from({ length: records }, (_, number) => change(number))]);
}
