import { MantineProvider, createTheme, Drawer, Fieldset, Modal } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { queries } from "./api/queries.ts";
import { router } from "./router.tsx";

/** The page should have one banner only, so headers of dialogs get no banner role. */
const attributes = { header: { role: "presentation" } };
const styles = { title: { fontSize: "var(--mantine-font-size-lg)", fontWeight: 600 } };
/** Like an input and its label, with which it stands in one column. */
const fieldset = {
  root: { margin: 0, minWidth: 0 },
  legend: { fontSize: "var(--mantine-font-size-sm)", fontWeight: "var(--mantine-font-weight-medium)" },
};

/** Shades with a contrast ratio of at least 4.5 in both colour schemes. */
const theme = createTheme({
  fontFamily: "system-ui, sans-serif",
  primaryColor: "indigo",
  primaryShade: { light: 8, dark: 8 },
  cursorType: "pointer",
  respectReducedMotion: true,
  defaultRadius: "sm",
  components: {
    Modal: Modal.extend({ defaultProps: { attributes }, styles }),
    Drawer: Drawer.extend({ defaultProps: { attributes }, styles }),
    Fieldset: Fieldset.extend({ styles: fieldset }),
  },
});

export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
