import { Textarea, type TextareaProps } from "@mantine/core";
import { AUTO_DIRECTION } from "../../fields/use-field.ts";
import { FilesNotice, useFiles } from "../paste/files.tsx";

/** A text as it is stored, or in Markdown. It takes no files. */
export function SourceText(props: TextareaProps) {
  const files = useFiles({ isReadOnly: props.readOnly === true });
  return (
    <>
      <Textarea
        {...props}
        {...AUTO_DIRECTION}
        onPaste={({ clipboardData }) => files.paste(clipboardData)}
        autosize
        minRows={6}
        maxRows={30}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
      />
      {files.areRefused && <FilesNotice onClose={files.clear} />}
    </>
  );
}
