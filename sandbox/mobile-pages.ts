import { Hono } from "hono";
import { html } from "hono/html";
import type { GateEnv } from "../front/proxies";
import { showDate } from "../rules/format";
import type { SandboxFcm } from "./fcm";
import { frame, type Html } from "./frame";
import type { MobilePhone, MobilePhones, PhoneMessage } from "./mobile-phones";
import { chatKey } from "./shop";

const path = "/sandbox/mobile";
const maxShown = 10;

const pushes = {
  accept: "arrive",
  limit: "must wait: too many",
  fail: "fail: Google is away",
  forbid: "are refused: API disabled",
} as const;

/** Phones with an account's own app on them, and the Firebase project that pushes to them. Demo only. */
export function mobilePages(fcm: SandboxFcm, phones: MobilePhones): Hono<GateEnv> {
  const app = new Hono<GateEnv>();
  app.get("/", async (c) => {
    const key = chatKey(c.req.query("a")) ?? phones.all()[0]?.key ?? "";
    const shown = await Promise.all(
      phones
        .all()
        .slice(0, maxShown)
        .map(async (phone) => showPhone(fcm, phone, await phones.thread(c.get("origin"), phone))),
    );
    const choices = Object.entries(pushes).map(
      ([value, label]) =>
        html`<option value="${value}" ${value === fcm.behaviour.push ? "selected" : ""}>${label}</option>`,
    );
    return c.html(
      frame(
        c,
        "Mobile app",
        html`<h1>Mobile app</h1>
        <p>Phones with an app of the account on them. The app speaks to the product as your own would, and Firebase pushes over Google's real API to a project inside this process.</p>
        <form method="post" action="${path}/install"><p><label>App key <input name="key" value="${key}" required /></label> <label>Owner of the phone <input name="owner" value="Wanjiru" required /></label> <button>Install the app</button></p></form>
        <form method="post" action="${path}/behaviour"><p><label>Pushes <select name="push">${choices}</select></label> <button>Set</button></p></form>
        <details><summary>What connects it</summary><dl><div><dt>Firebase project</dt><dd><code>${fcm.project}</code></dd></div>
          <div><dt>Service account's JSON key</dt><dd><textarea readonly rows="4" aria-label="Service account's JSON key">${fcm.key}</textarea></dd></div></dl></details>
        <p><a href="${path}">Refresh</a></p>
        ${shown.length > 0 ? shown : html`<p class="empty">No phone has the app yet.</p>`}`,
      ),
    );
  });
  app.post("/install", async (c) => {
    const form = await c.req.formData();
    const key = chatKey(String(form.get("key") ?? "").trim());
    const owner = String(form.get("owner") ?? "").trim();
    if (key && owner) await phones.install(c.get("origin"), key, owner.slice(0, 60));
    return c.redirect(path, 303);
  });
  app.post("/behaviour", async (c) => {
    const chosen = (await c.req.formData()).get("push");
    fcm.behaviour.push = (Object.keys(pushes) as (keyof typeof pushes)[]).find((one) => one === chosen) ?? "accept";
    return c.redirect(path, 303);
  });
  app.post("/phone", async (c) => {
    const form = await c.req.formData();
    const phone = phones.find(String(form.get("id")));
    const text = String(form.get("text") ?? "").trim();
    if (phone) await use(phones, c.get("origin"), phone, String(form.get("what")), text.slice(0, 2_000));
    return c.redirect(path, 303);
  });
  return app;
}

async function use(phones: MobilePhones, from: string, phone: MobilePhone, what: string, text: string): Promise<void> {
  if (what === "write" && text) await phones.write(from, phone, text);
  else if (what === "open") await phones.open(from, phone);
  else if (what === "close") phones.close(phone);
  else if (what === "uninstall") phones.uninstall(phone);
}

function showPhone(fcm: SandboxFcm, phone: MobilePhone, messages: PhoneMessage[]): Html {
  const { id, owner, stream, fault, pushToken } = phone;
  const notes = fcm.shown(pushToken);
  const hidden = html`<input type="hidden" name="id" value="${id}" />`;
  return html`<section aria-label="${owner}"><b>${owner}</b> <small>${stream ? "the chat is open" : "the app is closed"}</small>
    ${fault ? html`<p>Refused: ${fault}</p>` : ""}
    ${notes.map(({ title, body, at }) => html`<p>Notification: <b>${title}</b> ${body} <small><time>${showDate(at)}</time></small></p>`)}
    ${stream ? html`<ul>${messages.map(({ mine, by, text, file }) => html`<li>${mine ? "" : `${by || "Business"}: `}${file ? `[${file.name}]` : text}</li>`)}</ul>` : ""}
    <form method="post" action="${path}/phone">${hidden}<label>Message <input name="text" /></label> <button name="what" value="write">Send</button></form>
    <form method="post" action="${path}/phone">${hidden}${stream ? html`<button name="what" value="close">Close the app</button>` : html`<button name="what" value="open">Open the chat</button>`} <button name="what" value="uninstall">Remove the app</button></form>
    <details><summary>Registration token</summary><code>${pushToken}</code></details>
  </section>`;
}
