/** One step of a change of the tables, as data. What is known about it stands in one table by kind each: `render`, `locks`, `describe`, … */
import type { Sql } from "../../sql/sql.ts";
import type { Table } from "../../types.ts";
import type { ForeignKeyDesign, IndexDesign } from "../contract.ts";

export interface ColumnType {
  readonly name: string;
  readonly sqlType: string;
}

type TableStep =
  | {
      readonly kind: "createTable";
      /** Its columns and constraints. */
      readonly lines: readonly Sql[];
      /** The tables that its foreign keys point to. */
      readonly references?: readonly Table[];
      readonly ifMissing?: true;
    }
  /** `cascade` also drops foreign keys that point to it. */
  | { readonly kind: "dropTable"; readonly cascade?: true; readonly purpose?: Purpose }
  /** `isBaseTable`: a view gets its name. */
  | { readonly kind: "renameTable"; readonly to: string; readonly isBaseTable?: true }
  | { readonly kind: "setStorage"; readonly options: readonly string[] }
  /** A view of all columns of a table, and of some of them under a second name, `as`. */
  | { readonly kind: "createView"; readonly of: Table; readonly columns: readonly { readonly name: string; readonly as: string }[] }
  | { readonly kind: "dropView" }
  /** The table behind a view gets the view's name. */
  | { readonly kind: "replaceView"; readonly base: Table }
  | { readonly kind: "analyze"; readonly column?: string };

type ColumnStep =
  /** With null, or with one constant value, in all rows. */
  | { readonly kind: "addColumn"; readonly column: ColumnType; readonly value?: Sql | null; readonly ifMissing?: true }
  /** With a value that is computed for each row. */
  | {
      readonly kind: "addFilledColumn";
      readonly column: ColumnType;
      readonly values: Sql;
      /** For rows that are written later. */
      readonly default?: Sql;
      /** The column that it will replace. */
      readonly replaces?: string;
    }
  | { readonly kind: "dropColumn"; readonly column: string }
  | { readonly kind: "renameColumn"; readonly from: string; readonly to: string }
  | { readonly kind: "convertColumn"; readonly column: ColumnType; readonly using: Sql }
  | { readonly kind: "setNotNull"; readonly column: string }
  | { readonly kind: "setDefaults"; readonly defaults: readonly { readonly column: string; readonly value: Sql }[] }
  | { readonly kind: "dropDefault"; readonly column: string };

type ConstraintStep =
  /** `unchecked`: it applies to new rows only, until it is validated. */
  | { readonly kind: "addForeignKey"; readonly key: ForeignKeyDesign; readonly unchecked?: true }
  | { readonly kind: "addNotNullCheck"; readonly name: string; readonly column: string }
  | { readonly kind: "validateConstraint"; readonly name: string }
  | { readonly kind: "dropConstraint"; readonly name: string; readonly ifExists?: true }
  | { readonly kind: "renameConstraint"; readonly from: string; readonly to: string };

/** `concurrently`: without a lock that blocks writes, and outside a transaction. */
type IndexStep =
  | { readonly kind: "createIndex"; readonly index: IndexDesign; readonly concurrently?: true }
  | {
      readonly kind: "createReferenceIndex";
      readonly name: string;
      readonly keys: readonly Sql[];
      readonly isUnique?: true;
      readonly where?: Sql;
      readonly concurrently?: true;
    }
  /** `endsSearch`: because its field is no longer searched. */
  | { readonly kind: "dropIndex"; readonly name: string; readonly concurrently?: true; readonly endsSearch?: true }
  | { readonly kind: "renameIndex"; readonly from: string; readonly to: string }
  | { readonly kind: "omitStatistics"; readonly index: string; readonly hasTags?: true };

/** What a trigger is for, with its function and its table. `advance`: to copy writes while something is built beside the running site. */
export type Purpose =
  | "counting"
  | "events"
  | "audit"
  | "references"
  | "groups"
  | "shapes"
  | "names"
  | "advance"
  /** Of the tables of words that earlier releases used for searches. */
  | "words";

export interface TriggerDesign {
  readonly name: string;
  /** `after insert or update`. */
  readonly when: Sql;
  readonly condition?: Sql;
  /** A function with its arguments. */
  readonly calls: Sql;
  /** At the end of the transaction. */
  readonly deferred?: true;
  /** Once for all rows that a statement inserts, with this name for them. */
  readonly added?: string;
  /** Once for each statement. */
  readonly isPerStatement?: true;
}

type TriggerStep =
  | { readonly kind: "createTrigger"; readonly trigger: TriggerDesign; readonly purpose: Purpose; readonly orReplace?: true }
  | { readonly kind: "dropTrigger"; readonly name: string; readonly purpose: Purpose; readonly ifExists?: true }
  /** Drops the function in the schema `cms` that has a trigger's name, and the trigger with it. */
  | { readonly kind: "dropTriggerFunction"; readonly name: string; readonly purpose: Purpose };

type FunctionStep =
  | { readonly kind: "createFunction"; readonly definition: string; readonly purpose?: Purpose }
  | {
      readonly kind: "dropFunction";
      readonly function: Table;
      readonly parameters?: Sql;
      readonly purpose: Purpose;
      readonly ifExists?: true;
    };

/** Why rows change. */
export type RowsEffect =
  | "links"
  | "firstLink"
  | "claims"
  | "drafts"
  | "names"
  | "oldNames"
  | "abandonedCopies"
  | "trash"
  | "freed"
  | "group"
  | "unfit";

type RowStep =
  /** `table` is the one whose size determines the time. */
  | { readonly kind: "changeRows"; readonly statement: Sql; readonly effect: RowsEffect }
  | { readonly kind: "truncate" }
  /** Removes all rows but those with the ids; by truncating it and the tables `own` with links of its rows, if these are known. */
  | { readonly kind: "keepRows"; readonly ids: Sql; readonly own: readonly Table[] | null }
  /** Copies the nested references of all rows and drafts, or of all drafts, to their table. */
  | { readonly kind: "copyReferences"; readonly shape: Sql; readonly ofDrafts?: true };

/** `table` is the table that the step is about. */
type OfTable = (TableStep | ColumnStep | ConstraintStep | IndexStep | TriggerStep | RowStep) & { readonly table: Table };

export type Step = OfTable | FunctionStep;
export type StepKind = Step["kind"];
export type StepOf<Kind extends StepKind> = Extract<Step, { readonly kind: Kind }>;

/** A function for each kind of step: a kind without one is an error of the compiler. */
export type ByKind<Result, More extends readonly unknown[] = []> = {
  readonly [Kind in StepKind]: (step: StepOf<Kind>, ...more: More) => Result;
};

/** The functions as one. */
export function byKind<Result, More extends readonly unknown[] = []>(
  functions: ByKind<Result, More>,
): (step: Step, ...more: More) => Result {
  return (step, ...more) => (functions[step.kind] as (step: Step, ...more: More) => Result)(step, ...more);
}
