/** Times in UTC as in the API, and in the browser's time zone as in inputs: `2026-02-03 04:05:06`. */
import dayjs from "dayjs";

const LOCAL = "YYYY-MM-DD HH:mm:ss";

export function toLocal(utc: string): string {
  return dayjs(utc).format(LOCAL);
}

export function toUtc(local: string): string {
  return dayjs(local).toISOString();
}
