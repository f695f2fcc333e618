/** Moments as the API has them (UTC), and as inputs have them: `2026-02-03 04:05:06`, in the browser's own time. */
import dayjs from "dayjs";

const LOCAL = "YYYY-MM-DD HH:mm:ss";

export function toLocal(utc: string): string {
  return dayjs(utc).format(LOCAL);
}

export function toUtc(local: string): string {
  return dayjs(local).toISOString();
}
