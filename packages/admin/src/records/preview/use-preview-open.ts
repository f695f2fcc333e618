import { useLocalStorage } from "@mantine/hooks";

export type PreviewOpen = ReturnType<typeof usePreviewOpen>;

/** Whether previews stand beside forms, as it was in this browser the last time. */
export function usePreviewOpen() {
  const [isOpen, setOpen] = useLocalStorage({ key: "colophon.preview-open", defaultValue: false, getInitialValueInEffect: false });
  return { isOpen, toggle: () => setOpen(!isOpen) };
}
