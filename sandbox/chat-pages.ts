import { Hono } from "hono";
import { html } from "hono/html";
import type { GateEnv } from "../front/proxies";
import { showDate } from "../rules/format";
import { type ChatBehaviour, type Customer, type Line, type SentFile, type Tap, voiceNote } from "./chat-wire";
import { frame, type Html } from "./frame";

type Network = {
  path: string;
  name: string;
  usual: string;
  behaviour: ChatBehaviour;
  /** What connects it: label and value. */
  keys?: readonly (readonly [label: string, value: string])[];
  /** Another page about it. */
  more?: { label: string; path: string };
  customers(): Customer[];
  write(id: string, text: string, name?: string): Promise<number>;
  sendFile(id: string, file: SentFile, caption?: string): Promise<number>;
  react(id: string, message: string, emoji: string): Promise<number>;
  edit(id: string, message: string, text: string): Promise<number>;
  /** Taps a choice below a message. */
  tap?(id: string, tap: Tap, message: string): Promise<number>;
  block?(id: string, blocked: boolean): Promise<number>;
};

const sends = {
  accept: "arrive",
  fail: "are refused",
  wait: "must wait",
  silent: "arrive, but no answer comes",
} as const;
const most = 20;
/** What a phone sends at most. */
const maxBytes = 30_000_000;

/** The phones of a network's customers: what they read, and what they write. Demo only. */
export function chatPages({ path, name, usual, behaviour, keys = [], more, ...network }: Network): Hono<GateEnv> {
  const app = new Hono<GateEnv>();
  app.get("/", (c) => {
    const customers = network.customers().slice(0, most);
    const choices = Object.entries(sends).map(
      ([value, label]) =>
        html`<option value="${value}" ${behaviour.send === value ? "selected" : ""}>${label}</option>`,
    );
    return c.html(
      frame(
        c,
        `${name} customers`,
        html`<h1>${name} customers</h1>
        <p>The application speaks the network's real wire to a ${name} inside this process. These are its customers' phones.</p>
        <form method="post" action="${path}/write"><p><label>Who (id or number) <input name="id" value="${usual}" required /></label>
          <label>Name <input name="name" value="Wanjiru" /></label></p>
          <p><label>Message <input name="text" value="Habari! Do you have the 43 inch TV?" required /></label> <button>Send</button></p></form>
        <form method="post" action="${path}/moods"><p><label>Replies <select name="send">${choices}</select></label>
          <label class="tick"><input type="checkbox" name="twice" value="1" ${behaviour.hookTimes > 1 ? "checked" : ""} /> webhooks come three times</label>
          <label class="tick"><input type="checkbox" name="late" value="1" ${behaviour.hookMs > 0 ? "checked" : ""} /> and ten seconds late</label> <button>Set</button></p></form>
        <details><summary>What connects it</summary><dl>${keys.map(([label, value]) => html`<div><dt>${label}</dt><dd><code>${value}</code></dd></div>`)}</dl></details>
        <p><a href="${path}">Refresh</a>${more ? html` · <a href="${more.path}">${more.label}</a>` : ""}</p>
        ${customers.length > 0 ? customers.map((one) => phone(path, one, network.block !== undefined)) : html`<p class="empty">No one has written yet.</p>`}`,
      ),
    );
  });
  app.post("/write", async (c) => {
    const form = await c.req.formData();
    const [id = "", text = "", who = ""] = ["id", "text", "name"].map((key) => String(form.get(key) ?? "").trim());
    if (/^[\w.+-]{1,130}$/.test(id) && text)
      await network.write(id.replace(/^\+/, ""), text.slice(0, 4_096), who.slice(0, 60));
    return c.redirect(path, 303);
  });
  app.post("/tap", async (c) => {
    const form = await c.req.formData();
    const [id, message] = [String(form.get("id")), String(form.get("message"))];
    const { lines } = network.customers().find((one) => one.id === id) ?? { lines: [] };
    const tap = lines.find((line) => line.id === message)?.taps?.[Number(form.get("place"))];
    if (tap) await network.tap?.(id, tap, message);
    return c.redirect(path, 303);
  });
  app.post("/file", async (c) => {
    const form = await c.req.formData();
    const [id, file, caption] = [String(form.get("id")), form.get("file"), String(form.get("caption") ?? "")];
    if (form.has("voice")) await network.sendFile(id, voiceNote);
    else if (file instanceof File && file.size > 0 && file.size <= maxBytes) {
      const bytes = new Uint8Array(await file.arrayBuffer());
      await network.sendFile(id, { name: file.name, type: file.type || "application/octet-stream", bytes }, caption);
    }
    return c.redirect(path, 303);
  });
  app.post("/change", async (c) => {
    const form = await c.req.formData();
    const [id, message, text] = [String(form.get("id")), String(form.get("message")), String(form.get("text") ?? "")];
    if (form.get("what") === "edit") await network.edit(id, message, text.slice(0, 4_096));
    else await network.react(id, message, text.slice(0, 16) || "👍");
    return c.redirect(path, 303);
  });
  app.post("/block", async (c) => {
    const form = await c.req.formData();
    await network.block?.(String(form.get("id")), form.get("on") === "1");
    return c.redirect(path, 303);
  });
  app.post("/moods", async (c) => {
    const form = await c.req.formData();
    behaviour.send = (Object.keys(sends) as (keyof typeof sends)[]).find((one) => one === form.get("send")) ?? "accept";
    behaviour.hookTimes = form.get("twice") === "1" ? 3 : 1;
    behaviour.hookMs = form.get("late") === "1" ? 10_000 : 0;
    return c.redirect(path, 303);
  });
  return app;
}

function phone(path: string, customer: Customer, blocks: boolean): Html {
  const { id, name, lines, blocked } = customer;
  return html`<section aria-label="${name}"><b>${name}</b> <small>${id}</small>
    <ul>${lines
      .slice(-most)
      .map(
        (line) =>
          html`<li>${line.from === "business" ? "Business: " : ""}${line.gone ? html`<i>deleted</i>` : html`${line.text}${line.file ? html` [${line.file}]` : ""}`} <small><time>${showDate(line.at)}</time></small>${choicesForm(path, id, line)}${changeForm(path, id, line)}</li>`,
      )}</ul>
    <form method="post" action="${path}/write"><input type="hidden" name="id" value="${id}" /><label>Answer <input name="text" required /></label> <button>Send</button></form>
    <form method="post" action="${path}/file" enctype="multipart/form-data"><input type="hidden" name="id" value="${id}" /><label>File <input type="file" name="file" /></label>
      <label>Caption <input name="caption" /></label> <button>Send file</button> <button name="voice" value="1">Send a voice note</button></form>
    ${blocks ? html`<form method="post" action="${path}/block"><input type="hidden" name="id" value="${id}" /><input type="hidden" name="on" value="${blocked ? "0" : "1"}" /><button>${blocked ? "Let the bot in again" : "Block the bot"}</button></form>` : ""}
  </section>`;
}

/** Reply buttons, or the rows of a list behind what opens it. */
function choicesForm(path: string, id: string, { id: message, taps = [] }: Line): Html {
  if (taps.length === 0) return html``;
  const form = html`<form method="post" action="${path}/tap"><input type="hidden" name="id" value="${id}" /><input type="hidden" name="message" value="${message}" />
    ${taps.map(({ title }, place) => html`<button name="place" value="${place}">${title}</button> `)}</form>`;
  return taps[0]?.kind === "row" ? html`<details><summary>Choose</summary>${form}</details>` : form;
}

/** A customer reacts to what the business wrote, and edits what they wrote themselves. */
function changeForm(path: string, id: string, { id: message, from, gone, text }: Line): Html {
  if (gone) return html``;
  const edits = from === "customer";
  return html`<details><summary>${edits ? "Edit" : "React"}</summary><form method="post" action="${path}/change"><input type="hidden" name="id" value="${id}" />
    <input type="hidden" name="message" value="${message}" /><input type="hidden" name="what" value="${edits ? "edit" : "react"}" />
    <label>${edits ? "Text" : "Emoji"} <input name="text" value="${edits ? text : "👍"}" /></label> <button>${edits ? "Save" : "React"}</button></form></details>`;
}
