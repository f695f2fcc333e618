import { createTheme, Drawer, Modal } from "@mantine/core";

/** The page has one banner, which no head of a dialog is. */
const attributes = { header: { role: "presentation" } };

/** Shades with a contrast of 4.5 and more between text and ground, in both colour schemes. */
export const theme = createTheme({
  primaryColor: "indigo",
  primaryShade: { light: 8, dark: 8 },
  cursorType: "pointer",
  respectReducedMotion: true,
  defaultRadius: "sm",
  components: { Modal: Modal.extend({ defaultProps: { attributes } }), Drawer: Drawer.extend({ defaultProps: { attributes } }) },
});
