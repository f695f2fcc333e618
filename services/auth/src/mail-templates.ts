/** The words of a mail: subject, text and HTML, from eta templates that a project may replace one by one. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Eta } from "eta";

const OWN_FOLDER = join(import.meta.dirname, "../mail");
const SAMPLE = { code: "482917", email: "ada@example.org", name: "Ada" };
const LONGEST_CODE_LINE = 70;

export interface MailFacts {
  readonly code: string;
  readonly email: string;
  readonly name: string;
}
export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}
export type MailTemplates = ReturnType<typeof createMailTemplates>;

/** A template that can't be used; the message names its file and says how to mend it. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";
}

/**
 * Reads `sign-in.subject.eta`, `sign-in.text.eta` and `sign-in.html.eta`, each from the project's folder where it
 * has one, else the product's own. A template sees `it.code`, `it.email`, `it.name`, `it.title` and `it.minutes`.
 *
 * @throws TemplateError when a template fails, or when its text breaks the rule for codes.
 */
export function createMailTemplates({ folder, title, minutes }: { folder: string | null; title: string; minutes: number }) {
  const plain = new Eta({ autoEscape: false, autoTrim: false });
  const escaped = new Eta({ autoTrim: false });
  const subject = compile(plain, templateFile(folder, "sign-in.subject.eta"));
  const text = compile(plain, templateFile(folder, "sign-in.text.eta"));
  const html = compile(escaped, templateFile(folder, "sign-in.html.eta"));

  const render = (facts: MailFacts): MailText => {
    const it = { ...facts, title, minutes };
    return { subject: subject(it).trim().replace(/\s+/g, " "), text: text(it), html: html(it) };
  };
  refuseUnfit(render(SAMPLE), templateFile(folder, "sign-in.text.eta"));
  return { render };
}

function templateFile(folder: string | null, name: string): string {
  const replaced = folder === null ? null : join(folder, name);
  return replaced !== null && existsSync(replaced) ? replaced : join(OWN_FOLDER, name);
}

function compile(eta: Eta, file: string): (it: object) => string {
  const say = (cause: unknown): TemplateError =>
    new TemplateError(`The mail template ${file} does not work: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  try {
    const template = eta.compile(readFileSync(file, "utf8"));
    return (it) => {
      try {
        return template.call(eta, it);
      } catch (error) {
        throw say(error);
      }
    };
  } catch (error) {
    throw say(error);
  }
}

/** Mail programs and people pick the code out of the text part: it stands there once, whole, and nothing looks like it. */
function refuseUnfit({ text }: MailText, file: string): void {
  const numbers = text.match(/\d{6,}/g) ?? [];
  if (numbers.length !== 1 || numbers[0] !== SAMPLE.code)
    throw new TemplateError(`The mail template ${file} must hold the code (it.code) once, and no other number of six digits.`);

  const line = text.split("\n").find((each) => each.includes(SAMPLE.code)) ?? "";
  if (line.length > LONGEST_CODE_LINE)
    throw new TemplateError(`The mail template ${file} must hold the code in a line of at most ${LONGEST_CODE_LINE} characters.`);
}
