import "@mantine/core/styles.css";
import "./shell/page.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { startTexts } from "./texts/texts.ts";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id root");
await startTexts();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
