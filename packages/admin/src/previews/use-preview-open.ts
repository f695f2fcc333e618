import { useLocalStorage } from "@mantine/hooks";

export type PreviewOpen = ReturnType<typeof usePreviewOpen>;

/** Whether the preview is open; remembered in this browser. */
export function usePreviewOpen() {
  const [isOpen, setOpen] = useLocalStorage({ key: "colophon.preview-open", defaultValue: false, getInitialValueInEffect: false });
  return { isOpen, toggle: () => setOpen(!isOpen) };
}
