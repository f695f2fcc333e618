import "./rich-text.css";
import type { Content, Editor, Extensions } from "@tiptap/core";
import { EditorContent, useEditor } from "@tiptap/react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isEqual } from "../../record-model/same-value.ts";
import type { InputProps } from "../../own-parts/define-admin.ts";
import { EditorFooter } from "./editor-footer.tsx";
import { replaceChanged } from "./replace-changed.ts";
import { useFullScreen } from "./full-screen.ts";
import type { Allowed } from "../paste/fit-document.ts";
import type { ShownText } from "./shown-text.ts";
import { findExtension } from "../find/find-extension.ts";
import { FindPanel } from "../find/find-panel.tsx";
import { BlockHandle, MoveStatus } from "../move/block-handle.tsx";
import { MoveKeys } from "../move/move-blocks.ts";
import { FilesNotice, useFiles } from "../paste/files.tsx";
import { PasteNotice } from "../paste/paste-notice.tsx";
import { ToolbarKey } from "../tools/toolbar-key.ts";
import { usePaste, type PlacedPicture } from "../paste/use-paste.ts";

interface Props<T> {
  readonly input: InputProps;
  readonly extensions: () => Extensions;
  readonly tools: (editor: Editor) => ReactNode;
  /** What a pasted text may contain. */
  readonly allowed: Allowed;
  /** Uploads the pictures of a pasted text. */
  readonly onPictures?: (pictures: readonly PlacedPicture[], editor: Editor) => void;
  /** Takes files that are dropped or pasted; without it, the user is told that the field takes none. */
  readonly onFiles?: (files: readonly File[], editor: Editor) => void;
  /** Whether the text takes the focus when it appears. */
  readonly hasFocus?: boolean;
  readonly shown: ShownText<T>;
  readonly toContent: (value: T | null) => Content;
  readonly contentType: "markdown" | "json";
  readonly contentOf: (editor: Editor) => T | null;
  readonly onChange: (value: T | null) => void;
}

/** The editor without its label. It changes the value only on input, not when it is opened. */
export function RichTextEditor<T>(props: Props<T>) {
  const {
    input,
    extensions,
    tools,
    allowed,
    onPictures,
    onFiles,
    hasFocus = false,
    shown,
    toContent,
    contentType,
    contentOf,
    onChange,
  } = props;
  const paste = usePaste({ allowed, onPictures });
  const files = useFiles({ isReadOnly: input.readOnly, onFiles: onFiles && ((dropped) => onFiles(dropped, editor)) });
  const { t } = useTranslation();
  const written = useRef({ shown, value: shown.value });
  const countId = `${input.id}-words`;
  const labels = [input.description && `${input.id}-description`, input.error && `${input.id}-error`, countId].filter(Boolean).join(" ");
  const full = useFullScreen(`${input.id}-label`);
  const [isFinding, setFinding] = useState(false);
  const editor: Editor = useEditor({
    extensions: [...extensions(), findExtension(() => setFinding(true)), MoveKeys, ToolbarKey],
    content: toContent(shown.value),
    contentType,
    enablePasteRules: ["link"], // the others take "2 * 3 * 4" for Markdown
    autofocus: hasFocus && "start",
    editable: !input.readOnly,
    editorProps: {
      handleKeyDown: paste.note,
      handlePaste: (_, event, slice) => paste.take(editor, event.clipboardData, slice) || files.paste(event.clipboardData),
      handleDrop: (_, event, __, isMoved) => !isMoved && files.drop(event.dataTransfer),
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        dir: "auto",
        "aria-labelledby": `${input.id}-label`,
        class: "rich-text",
        "aria-describedby": labels,
        ...(input.error !== undefined && { "aria-invalid": "true" }),
      },
    },
    onFocus: paste.prepare,
    onUpdate({ editor: changed, transaction }) {
      if (!transaction.docChanged) return; // what the editor added by itself, nobody has typed
      const next = contentOf(changed);
      written.current.value = next;
      onChange(next);
    },
  });
  useEffect(() => {
    const before = written.current;
    if (before.shown === shown) return;
    written.current = { shown, value: shown.value };
    if (isEqual(before.value, shown.value)) return;
    const content = toContent(shown.value);
    replaceChanged(editor, contentType === "markdown" ? editor.markdown?.parse(String(content)) : content);
  }, [editor, shown, toContent, contentType]);
  return (
    <div className="rich-text-frame" data-error={input.error !== undefined || undefined} {...full.frame}>
      {!input.readOnly && tools(editor)}
      {isFinding && <FindPanel editor={editor} label={input.label} onClose={() => setFinding(false)} />}
      <EditorContent editor={editor} className="rich-text-content" />
      {!input.readOnly && <BlockHandle editor={editor} />}
      <MoveStatus editor={editor} />
      <EditorFooter
        {...{ editor, countId }}
        label={input.label}
        isFull={full.isFull}
        onToggle={full.toggle}
        isFinding={isFinding}
        onFind={() => setFinding(!isFinding)}
      />
      {paste.notes && <PasteNotice title={t("form.paste.title")} notes={paste.notes} onClose={paste.clearNotes} />}
      {files.areRefused && <FilesNotice onClose={files.clear} />}
    </div>
  );
}
