/** The part of a log that this package uses; pino's loggers fit. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export const SILENT: Log = { info() {}, warn() {}, error() {} };
