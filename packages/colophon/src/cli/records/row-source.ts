/** Rows of any origin, for an import of records. */
import type { Entity, Schema } from "@colophon/engine";
import type { CommandContext } from "../site.ts";
import type { Column } from "./columns.ts";
import type { RecordApi } from "./record-api.ts";
import type { Row } from "./rows.ts";

export interface SourceOptions {
  readonly context: CommandContext;
  readonly api: RecordApi;
  readonly schema: Schema;
  readonly entity: Entity;
  /** Header → field. */
  readonly names: ReadonlyMap<string, string>;
  readonly file: string;
  readonly options: {
    readonly format?: string;
    readonly delimiter?: string;
    readonly body?: string;
    readonly media?: string;
    readonly type?: string;
  };
}

export interface Source {
  readonly rows: (options: { readonly isCheck: boolean }) => AsyncGenerator<Row>;
  /** The value of a cell; undefined for an empty one. */
  readonly valueOf: (column: Column, cell: unknown) => unknown;
  /** At the end. */
  readonly close?: () => Promise<void>;
}
