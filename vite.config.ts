import { resolve } from "node:path";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import config from "./remix.config.js";
import { iconSprite } from "./scripts/icon-sprite.mjs";
import { listInBrowser } from "./scripts/list-in-browser.mjs";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

/**
 * A file of its own costs a kilobyte of headers on the first load, and most parts that pages share are smaller: what
 * nearly every page needs comes together, and so does what every page of the chat inbox needs. The charts, which are
 * large and on few pages, stay apart.
 */
function together(id: string): string | undefined {
  if (/\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run)\//.test(id))
    return "remix";
  if (id.includes("vite/preload-helper")) return "remix";
  // What loads the others needs nothing of them.
  if (/\/app\/(brand|kit\/next-try|shell\/(parts|route-modules|keep-page|connection|reload-once))\.ts$/.test(id))
    return "remix";
  if (id.includes("commonjsHelpers")) return "remix";
  if (id.endsWith("icon-sprite") || id.includes("/remix-utils/build/react/use-hydrated")) return "kit";
  if (/\/app\/chat\/(words|channel-icon|desk|desk-links|inbox-keys)\.tsx?$/.test(id)) return "chat";
  if (
    /\/app\/chat\/(panel|details|disposition-form|tickets-list|person-card|chat-text|links|desk-page)\.tsx?$/.test(id)
  )
    return "desk";
  if (/\/app\/(href|kit\/(action-notice|draft|typed|unsaved|list|list-card|when|zone))\.tsx?$/.test(id)) return "kit";
  if (/\/app\/(issues\/issue-drawer|kit\/file-upload|kit\/use-live)\.tsx?$/.test(id)) return "kit";
  if (/\/app\/shell\/(error-page|font|suspended|frame-state|live)\.tsx?$/.test(id)) return "kit";
  if (/\/app\/kit\/lists\/[^/]+\.tsx?$/.test(id)) return "lists";
  if (/\/rules\/(calendar|chat|files|format|issue-drawer|live|money)\.ts$/.test(id)) return "kit";
  return /\/app\/kit\/ui\/(?!.*chart|calendar\.tsx)[^/]+\.tsx?$/.test(id) ? "kit" : undefined;
}

/** vite's own helper gives up on a part of the program that can't be had at once; ours asks again. */
const parts: Plugin = {
  name: "parts",
  enforce: "pre",
  apply: "build",
  load(id) {
    if (id === "\0vite/preload-helper.js") return `export * from ${JSON.stringify(resolve("app/shell/parts.ts"))}`;
  },
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [parts, listInBrowser(), iconSprite(), tailwindcss(), remix(config)],
  resolve: {
    // Remix's own reloads the document when a page's program can't be fetched.
    alias: [{ find: /^\.\/routeModules\.js$/, replacement: resolve("app/shell/route-modules.ts") }],
  },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rollupOptions: {
      // Without the second, whatever a part imports goes where that part goes: every page loaded the chat desk.
      // The charts' library does not say so of itself, and would come with every page that may ask for it later.
      treeshake: { moduleSideEffects: (id) => !id.includes("/node_modules/@nivo/") },
      output: isSsrBuild ? {} : { manualChunks: together, onlyExplicitManualChunks: true },
    },
  },
}));
