import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import config from "./remix.config.js";
import { iconSprite } from "./scripts/icon-sprite.mjs";
import { listInBrowser } from "./scripts/list-in-browser.mjs";
import { pageProgram } from "./scripts/page-program.mjs";
import { schemasInBrowser } from "./scripts/schemas-in-browser.mjs";
import { sharedHalves } from "./scripts/shared-halves.mjs";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

/**
 * A file of its own costs a kilobyte of headers on the first load, and most parts that pages share are smaller: what
 * nearly every page needs comes together, and so does what every page of the chat inbox needs. The charts and the
 * calendar, which are on few pages or wait until somebody turns to them, stay apart.
 */
const chunks: Record<string, string[]> = {
  // What loads the others needs nothing of them.
  remix: [
    ...["app/kit/next-try.ts", "app/shell/parts.ts", "app/shell/route-modules.ts", "app/shell/keep-page.ts"],
    ...["app/shell/connection.ts", "app/shell/reload-once.ts", "app/shell/plain-document.tsx", "rules/brand.ts"],
  ],
  chat: [
    ...["app/chat/inbox/labels.ts", "app/chat/channels/channel-icon.tsx", "app/chat/inbox/inbox.ts"],
    ...["app/chat/inbox/inbox-links.ts", "app/chat/inbox/inbox-keys.ts", "app/chat/inbox/use-now.ts"],
    ...["app/chat/inbox/priority-mark.tsx", "rules/chat-channels.ts", "rules/chat-priority.ts"],
  ],
  channels: ["rules/channels.ts", "rules/reviews.ts", "rules/tweet-length.ts", "rules/x-threads.ts"],
  blasts: ["app/sms/blasts/blast-figures.ts", "app/sms/blasts/recurring-cards.tsx"],
  sending: ["app/kit/compose/cost-labels.ts", "app/kit/compose/send-time.ts", "rules/recurrence.ts"],
  lists: ["rules/list-orders.ts"],
  inbox: [
    ...["app/chat/customer/panel.tsx", "app/chat/customer/details.tsx", "app/chat/customer/tickets-list.tsx"],
    ...["app/chat/customer/person-card.tsx", "app/chat/conversation/chat-text.tsx"],
    ...["app/chat/inbox/disposition-form.tsx", "app/chat/inbox/links.ts", "app/chat/inbox/inbox-page.tsx"],
  ],
  kit: [
    ...["app/href.ts", "app/kit/action-notice.tsx", "app/kit/draft.tsx", "app/kit/typed.ts", "app/kit/unsaved.tsx"],
    ...["app/kit/list.ts", "app/kit/date-time.tsx", "app/kit/zone.ts", "app/kit/title.ts", "app/kit/sandbox-link.tsx"],
    ...[
      "app/kit/type-into.ts",
      "app/kit/session-store.ts",
      "app/kit/form-notice.ts",
      "app/kit/refused-post.ts",
      "app/kit/post-result.tsx",
    ],
    ...["app/shell/error-page.tsx", "app/shell/font.ts", "app/shell/first-page.ts", "app/shell/menu-icon.tsx"],
    ...["app/shell/suspended.tsx", "app/shell/frame-state.ts", "app/shell/live.ts", "app/shell/working-banner.tsx"],
    ...["app/issues/report/issue-part.tsx", "app/issues/report/product-param.ts"],
    ...["rules/calendar.ts", "rules/chat.ts", "rules/format.ts", "rules/live.ts", "rules/local-time.ts"],
    "rules/money.ts",
  ],
  // Parts of the kit that neither the frame nor a list has.
  forms: [
    ...["app/kit/file-upload.ts", "app/kit/use-live.ts", "rules/files.ts", "rules/issue-drawer.ts"],
    ...[
      ...[
        "checklist",
        "copy-button",
        "date-time-fields",
        "description-list",
        "file-field",
        "mail-host",
        "sample-table",
      ],
      ...["snippet", "sound-player", "stat", "steps", "text-pieces", "zone-select"],
    ].map((part) => `app/kit/ui/${part}.tsx`),
  ],
};
const chunkOf = new Map(
  Object.entries(chunks).flatMap(([chunk, files]) =>
    files.map((file) => {
      // A file that was moved would silently become one of its own again.
      if (!existsSync(file)) throw new Error(`vite.config.ts names ${file}, which is not there`);
      return [resolve(file), chunk] as const;
    }),
  ),
);

function together(id: string): string | undefined {
  if (/\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run)\//.test(id))
    return "remix";
  if (id.includes("vite/preload-helper") || id.includes("commonjsHelpers")) return "remix";
  if (id.endsWith("icon-sprite") || id.includes("/remix-utils/build/react/use-hydrated")) return "kit";
  const chunk = chunkOf.get(id);
  if (chunk) return chunk;
  if (/\/rules\/channels\/[^/]+\.ts$/.test(id)) return "channels";
  if (/\/app\/kit\/lists\/(?!bulk-page)[^/]+\.tsx?$/.test(id)) return "lists";
  return /\/app\/kit\/ui\/(?!.*chart|calendar\.tsx|week-fields)[^/]+\.tsx?$/.test(id) ? "kit" : undefined;
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
  plugins: [
    ...[parts, sharedHalves(), listInBrowser(), schemasInBrowser(), iconSprite(), pageProgram()],
    ...[tailwindcss(), remix(config)],
  ],
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
