import "./rich-text.css";
import type { Content, Editor } from "@tiptap/core";
import { EditorContent, useEditor } from "@tiptap/react";
import { useEffect, useRef } from "react";
import { isEqual } from "../../model/equal.ts";
import type { InputProps } from "../use-field.ts";
import { createExtensions } from "./extensions.ts";
import { RichTextTools } from "./rich-text-tools.tsx";

interface Props<T> {
  readonly input: InputProps;
  readonly content: Content;
  readonly contentType: "markdown" | "json";
  readonly contentOf: (editor: Editor) => T | null;
  readonly onChange: (value: T | null) => void;
}

/** The editor without its label. It changes the value only on input, not when it is opened. */
export function RichTextEditor<T>({ input, content, contentType, contentOf, onChange }: Props<T>) {
  const written = useRef<unknown>(content);
  const labels = [input.description && `${input.id}-description`, input.error && `${input.id}-error`].filter(Boolean).join(" ");
  const editor = useEditor({
    extensions: createExtensions(),
    content,
    contentType,
    editable: !input.readOnly,
    editorProps: {
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        dir: "auto",
        "aria-labelledby": `${input.id}-label`,
        class: "rich-text",
        ...(labels !== "" && { "aria-describedby": labels }),
        ...(input.error !== undefined && { "aria-invalid": "true" }),
      },
    },
    onUpdate({ editor: changed, transaction }) {
      if (!transaction.docChanged) return; // what the editor added by itself, nobody has typed
      const value = contentOf(changed);
      written.current = value;
      onChange(value);
    },
  });
  useEffect(() => {
    if (isEqual(written.current ?? "", content)) return;
    written.current = content; // changed from outside: merged, restored or discarded
    editor.commands.setContent(content, { contentType, emitUpdate: false });
  }, [editor, content, contentType]);
  return (
    <div className="rich-text-frame" data-error={input.error !== undefined || undefined}>
      {!input.readOnly && <RichTextTools editor={editor} label={input.label} />}
      <EditorContent editor={editor} />
    </div>
  );
}
