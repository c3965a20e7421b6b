import { html } from "hono/html";

export type Shown = ReturnType<typeof html>;

/** The parts of the sandbox that have a page. */
const parts = [
  { href: "/sandbox", label: "Phones" },
  { href: "/sandbox/mail", label: "Mail" },
  { href: "/sandbox/telegram", label: "Telegram" },
  { href: "/sandbox/whatsapp", label: "WhatsApp" },
  { href: "/sandbox/messenger", label: "Messenger" },
  { href: "/sandbox/mail-customers", label: "E-mail" },
];

/** The sandbox's page around a body: plain, and with a way to every other part. */
export function frame(title: string, body: Shown): Shown {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" /><title>${title}</title><link rel="stylesheet" href="/sandbox/style.css" /><link rel="icon" href="/mark.svg" /></head><body><header><a href="/">Jibu</a><span>Sandbox</span>${parts.map(({ href, label }) => html`<a href="${href}">${label}</a>`)}</header><main>${body}</main></body></html>`;
}
