import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import config from "./remix.config.js";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

/**
 * A file of its own costs a kilobyte of headers on the first load, and most parts that pages share are smaller: what
 * nearly every page needs comes together. The charts, which are large and on few pages, stay apart.
 */
function together(id: string): string | undefined {
  if (/\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@remix-run)\//.test(id)) return "remix";
  if (id.includes("/node_modules/lucide-react/")) return "icons";
  return /\/app\/kit\/ui\/(?!.*chart)[^/]+\.tsx?$/.test(id) ? "kit" : undefined;
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), remix(config)],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rollupOptions: { output: isSsrBuild ? {} : { manualChunks: together } },
  },
}));
