import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { html } from "hono/html";
import type { GateEnv } from "../front/proxies";
import { brand } from "../rules/brand";
import { channels } from "../rules/channels";
import { returnPath } from "../rules/return-path";

export type Html = ReturnType<typeof html>;

/** The parts of the sandbox that have a page. */
const parts = [
  { href: "/sandbox", label: "Phones" },
  { href: "/sandbox/mpesa", label: "M-Pesa" },
  { href: "/sandbox/pbx", label: "PBX" },
  { href: "/sandbox/speech", label: "Speech" },
  { href: "/sandbox/mail", label: "Mailbox" },
  { href: "/sandbox/receiver", label: "Web hooks" },
  ...Object.values(channels).flatMap(({ sandbox }) =>
    sandbox ? [{ href: `/sandbox/${sandbox.page}`, label: sandbox.label }] : [],
  ),
];

const cookie = "sandbox_back";

/** A page of ours that `?back=` names; nothing for home and for everything that is not ours. */
export function backPath(asked: string | undefined): string | undefined {
  const path = returnPath(asked);
  return path === "/" || path.startsWith("/sandbox") ? undefined : path;
}

/** Where one was in the product: what the link said, or what the link before it said. */
function backOf(c: Context<GateEnv>): string {
  const asked = backPath(c.req.query("back"));
  if (asked) setCookie(c, cookie, asked, { path: "/sandbox", sameSite: "Lax", httpOnly: true, maxAge: 3_600 });
  return asked ?? backPath(getCookie(c, cookie)) ?? "/";
}

type FrameOptions = {
  /** Seconds after which the page loads again by itself: while it waits for something, and has nothing typed in it. */
  refresh?: number | undefined;
};

/** The sandbox's page around a body: in the product's look and theme, marked, with the way back to where one was. */
export function frame(c: Context<GateEnv>, title: string, body: Html, { refresh }: FrameOptions = {}): Html {
  const chosen = getCookie(c, "theme");
  const theme = chosen === "light" || chosen === "dark" ? html` data-theme="${chosen}"` : "";
  const back = backOf(c);
  const present = (href: string) => (c.req.path.replace(/\/$/, "") === href ? html` aria-current="page"` : "");
  return html`<!doctype html><html lang="en"${theme}><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" /><meta name="color-scheme" content="light dark" />${refresh ? html`<meta http-equiv="refresh" content="${refresh}" />` : ""}<title>${title} - Sandbox</title><link rel="stylesheet" href="/sandbox/style.css" /><link rel="icon" href="/mark.svg" /></head><body><header><a class="home" href="/"><img src="/mark.svg" alt="" width="28" height="28" />${brand.name}</a><b class="badge">Sandbox</b><a class="btn" href="${back}">Back to ${brand.name}</a></header><nav aria-label="Sandbox">${parts.map(({ href, label }) => html`<a href="${href}"${present(href)}>${label}</a>`)}</nav><main>${body}</main></body></html>`;
}
