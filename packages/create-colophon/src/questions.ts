import { cancel, isCancel, select, text } from "@clack/prompts";
import { isEmail, TEMPLATES, type Arguments, type Template } from "./arguments.ts";

/** The choices for a new project. */
export interface Answers {
  readonly folder: string;
  readonly template: Template;
  readonly email: string;
}

const DEFAULTS: Answers = { folder: "my-site", template: "magazine", email: "admin@example.com" };

/** Asks for missing options if there is a terminal; else uses the defaults. */
export async function complete({ folder, template, email, asks }: Arguments): Promise<Answers> {
  if (!asks || !process.stdin.isTTY || !process.stdout.isTTY)
    return { folder: folder ?? DEFAULTS.folder, template: template ?? DEFAULTS.template, email: email ?? DEFAULTS.email };
  return {
    folder:
      folder ??
      (await answer(text({ message: "Project name (a new folder)", placeholder: DEFAULTS.folder, defaultValue: DEFAULTS.folder }))),
    template: template ?? (await answer(select<Template>({ message: "Template", options: choices(), initialValue: DEFAULTS.template }))),
    email:
      email ??
      (await answer(
        text({
          message: "Email address of the first admin",
          placeholder: "you@example.com",
          validate: (given) =>
            given !== undefined && isEmail(given) ? undefined : "Enter an email address: sign-in codes are sent to it.",
        }),
      )),
  };
}

function choices() {
  return (Object.keys(TEMPLATES) as Template[]).map((value) => ({ value, label: value, hint: TEMPLATES[value] }));
}

async function answer<T>(asked: Promise<T>): Promise<Exclude<T, symbol>> {
  const given = await asked;
  if (!isCancel(given)) return given as Exclude<T, symbol>;
  cancel("Nothing was created.");
  return process.exit(130);
}
