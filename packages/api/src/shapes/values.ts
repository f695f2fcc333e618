import { z } from "zod";
import { noted } from "./registry.ts";

export const text = z.string();
export const id = noted(z.string(), { format: "uuid" });
export const time = noted(z.string(), { format: "date-time" });
export const timeOrNull = noted(z.string().nullable(), { format: "date-time" });

/** A text that PostgreSQL can store: no NUL, and no unpaired surrogate. */
export const storableText = (field: string) =>
  z
    .string(`${field} must be a text`)
    .refine((value) => !value.includes("\0") && value.isWellFormed(), `${field} holds a character that can't be stored`);
