import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { keepStyles } from "./shell/first-page";
import { loadFont } from "./shell/font";
import { watchRequests } from "./shell/keep-page";
import { watchIntent } from "./shell/prefetch";
import { watchChunks } from "./shell/reload-once";
import { takeTypedEarly } from "./shell/typed-early";

function Program() {
  useEffect(() => takeTypedEarly(document), []);
  return <RemixBrowser />;
}

watchChunks();
watchRequests();
watchIntent();
void loadFont();
void keepStyles();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Program />
    </StrictMode>,
  );
});
