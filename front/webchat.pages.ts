import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { frameAncestors } from "../rules/site-origins";
import type { FrameSettings, Language, LoaderSettings } from "../rules/webchat";

/** What the build made of widget/: the loader's text, and the addresses of the frame's script and style. */
export type WidgetFiles = { loader: string; script: string; style: string };

/** Reads the build's list; undefined when the widget was not built. */
export function widgetFiles(client: string): WidgetFiles | undefined {
  const list = join(client, "webchat", "widget.json");
  if (!existsSync(list)) return undefined;
  const { script, style } = JSON.parse(readFileSync(list, "utf8")) as { script: string; style: string };
  return { script, style, loader: readFileSync(join(client, "webchat", "loader.js"), "utf8") };
}

/** JSON that may stand in a script: no end of the script in it, no line ends that old engines stumble over. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The one script of a shop's page: its settings stand in it, so that nothing more is asked for until it is tapped. */
export function loaderScript({ loader }: WidgetFiles, settings: LoaderSettings): { text: string; etag: string } {
  const text = `(function(JIBU_CHAT){${loader}})(${inScript(settings)});`;
  return { text, etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"` };
}

const titles: Record<Language, string> = { en: "Chat", sw: "Mazungumzo" };

/** The page in the frame. Its script reads the settings; nothing of a visitor's is in it. */
export function framePage(
  { script, style }: WidgetFiles,
  settings: FrameSettings,
  { language, nonce }: { language: Language; nonce: string },
): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content"><meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><title>${titles[language]}</title>
<link rel="stylesheet" href="${style}"><style nonce="${nonce}">:root{--own:${settings.colour};--own-ink:${settings.ink}}</style></head>
<body><main id="chat" aria-label="${titles[language]}"></main><script type="application/json" id="settings">${inScript(settings)}</script><script type="module" src="${script}"></script></body></html>`;
}

/** Only our own script and style, and only the application's sites may show it (statement M39). */
export function framePolicy(site: { domains: readonly string[]; null_origin: boolean }, nonce: string): string {
  const ancestors = frameAncestors(site.domains, site.null_origin);
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "media-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    ...(ancestors === undefined ? [] : [`frame-ancestors ${ancestors}`]),
  ].join("; ");
}
