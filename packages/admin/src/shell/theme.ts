import { createTheme } from "@mantine/core";

/** Shades with a contrast of 4.5 and more between text and ground, in both colour schemes. */
export const theme = createTheme({
  primaryColor: "indigo",
  primaryShade: { light: 8, dark: 8 },
  cursorType: "pointer",
  respectReducedMotion: true,
  defaultRadius: "sm",
});
