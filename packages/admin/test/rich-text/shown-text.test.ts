import { expect, test } from "@jest/globals";
import { createForm } from "../../src/record-model/form.ts";
import { createShownText } from "../../src/rich-text/frame/shown-text.ts";
import { formFields } from "../record-model/support.ts";

/** A form with a text, what its editor shows, and how often it was asked whether it can edit a value. */
function textIn(body: string | null) {
  const form = createForm(formFields({ name: "body", type: "richtext" }, { name: "title", type: "text" }), { body });
  const asked: (string | null)[] = [];
  const text = createShownText<string>(form, "body", (value) => {
    asked.push(value);
    return value === "| a |";
  });
  return { form, text, asked };
}

test("what the editor writes is stored in the form, and is no news to the editor", () => {
  const { form, text, asked } = textIn("a");
  const before = text.shown();

  text.write("ab");
  text.write("| a |"); // the user types it: the editor stays

  expect(form.state().values["body"]).toBe("| a |");
  expect(text.shown()).toBe(before);
  expect(asked).toEqual(["a"]);
});

test("a change of another field, and a save that stores what was typed, are no news either", () => {
  const { form, text } = textIn("a");
  const before = text.shown();

  text.write("ab");
  form.set("title", "T");
  form.saved(form.state().values, { body: "ab", title: "T" });

  expect(text.shown()).toBe(before);
});

test("what comes from outside is shown, even if it was shown before the user typed", () => {
  const { form, text } = textIn("a");

  text.write("ab");
  text.shown();
  form.reset({ body: "a" });
  const discarded = text.shown();
  form.reset({ body: "| a |" });

  expect(discarded).toEqual({ value: "a", isPlain: false });
  expect(text.shown()).toEqual({ value: "| a |", isPlain: true });
});
