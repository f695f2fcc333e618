import type { AnyRecord } from "../api/client.ts";
import { formatted } from "../texts/formats.ts";

const STEP = 1_000;
const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** For example `1.4 MB`, in the given language. */
export function sizeText(bytes: number, language: string): string {
  const power = Math.min(Math.floor(Math.log(Math.max(1, bytes)) / Math.log(STEP)), UNITS.length - 1);
  return formatted(UNITS[power] ?? "byte", bytes / STEP ** power, language);
}

/** For example `3:07` or `1:02:09`. */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  const padded = (part: number) => String(part).padStart(2, "0");
  return hours > 0 ? `${hours}:${padded(minutes)}:${padded(rest)}` : `${minutes}:${padded(rest)}`;
}

/** The type, size, dimensions and duration of a file. */
export function factsOf({ mimeType, size, width, height, duration }: AnyRecord, language: string): readonly string[] {
  return [
    String(mimeType),
    ...(typeof size === "number" ? [sizeText(size, language)] : []),
    ...(typeof width === "number" && typeof height === "number" ? [`${width} × ${height}`] : []),
    ...(typeof duration === "number" ? [durationText(duration)] : []),
  ];
}
