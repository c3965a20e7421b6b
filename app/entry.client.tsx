import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { loadFont } from "./shell/font";
import { watchRequests } from "./shell/keep-page";
import { watchChunks } from "./shell/reload-once";

watchChunks();
watchRequests();
void loadFont();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
