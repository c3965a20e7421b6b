import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import config from "./remix.config.js";
import { iconSprite } from "./scripts/icon-sprite.mjs";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

/**
 * A file of its own costs a kilobyte of headers on the first load, and most parts that pages share are smaller: what
 * nearly every page needs comes together, and so does what every page of the chat inbox needs. The charts, which are large and on few pages, stay apart.
 */
function together(id: string): string | undefined {
  if (/\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@remix-run)\//.test(id)) return "remix";
  if (id.endsWith("icon-sprite")) return "kit";
  if (id.includes("vite/preload-helper")) return "remix";
  if (/\/app\/chat\/(words|channel-icon|desk|desk-links|inbox-keys)\.tsx?$/.test(id)) return "chat";
  if (
    /\/app\/chat\/(panel|details|disposition-form|tickets-list|person-card|chat-text|links|desk-page)\.tsx?$/.test(id)
  )
    return "desk";
  if (/\/app\/(kit\/(action-notice|typed|list)|shell\/(error-page|suspended|frame-state|live))\.tsx?$/.test(id))
    return "kit";
  return /\/app\/kit\/ui\/(?!.*chart)[^/]+\.tsx?$/.test(id) ? "kit" : undefined;
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [iconSprite(), tailwindcss(), remix(config)],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rollupOptions: { output: isSsrBuild ? {} : { manualChunks: together } },
  },
}));
