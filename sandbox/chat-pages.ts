import { Hono } from "hono";
import { html } from "hono/html";
import type { GateEnv } from "../front/proxies";
import { showDate } from "../rules/format";
import type { ChatMoods, Customer } from "./chat-wire";
import { frame, type Shown } from "./frame";

type Network = {
  path: string;
  name: string;
  usual: string;
  moods: ChatMoods;
  /** What connects it: label and value. */
  keys?: readonly (readonly [label: string, value: string])[];
  customers(): Customer[];
  write(id: string, text: string, name?: string): Promise<number>;
  block?(id: string, blocked: boolean): Promise<number>;
};

const sends = {
  accept: "arrive",
  fail: "are refused",
  wait: "must wait",
  silent: "arrive, but no answer comes",
} as const;
const most = 20;

/** The phones of a network's customers: what they read, and what they write. Demo only. */
export function chatPages({ path, name, usual, moods, keys = [], ...network }: Network): Hono<GateEnv> {
  const app = new Hono<GateEnv>();
  app.get("/", (c) => {
    const customers = network.customers().slice(0, most);
    const choices = Object.entries(sends).map(
      ([value, label]) => html`<option value="${value}" ${moods.send === value ? "selected" : ""}>${label}</option>`,
    );
    return c.html(
      frame(
        `${name} customers`,
        html`<h1>${name} customers</h1>
        <p>The application speaks the network's real wire to a ${name} inside this process. These are its customers' phones.</p>
        <form method="post" action="${path}/write"><p><label>Who (id or number) <input name="id" value="${usual}" required /></label>
          <label>Name <input name="name" value="Wanjiru" /></label></p>
          <p><label>Message <input name="text" value="Habari! Do you have the 43 inch TV?" required /></label> <button>Send</button></p></form>
        <form method="post" action="${path}/moods"><p><label>Replies <select name="send">${choices}</select></label>
          <label class="tick"><input type="checkbox" name="twice" value="1" ${moods.hookTimes > 1 ? "checked" : ""} /> webhooks come three times</label>
          <label class="tick"><input type="checkbox" name="late" value="1" ${moods.hookMs > 0 ? "checked" : ""} /> and ten seconds late</label> <button>Set</button></p></form>
        <details><summary>What connects it</summary><dl>${keys.map(([label, value]) => html`<div><dt>${label}</dt><dd><code>${value}</code></dd></div>`)}</dl></details>
        <p><a href="${path}">Refresh</a></p>
        ${customers.length > 0 ? customers.map((one) => phone(path, one, network.block !== undefined)) : html`<p class="empty">Nobody has written yet.</p>`}`,
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
  app.post("/block", async (c) => {
    const form = await c.req.formData();
    await network.block?.(String(form.get("id")), form.get("on") === "1");
    return c.redirect(path, 303);
  });
  app.post("/moods", async (c) => {
    const form = await c.req.formData();
    moods.send = (Object.keys(sends) as (keyof typeof sends)[]).find((one) => one === form.get("send")) ?? "accept";
    moods.hookTimes = form.get("twice") === "1" ? 3 : 1;
    moods.hookMs = form.get("late") === "1" ? 10_000 : 0;
    return c.redirect(path, 303);
  });
  return app;
}

function phone(path: string, { id, name, lines, blocked }: Customer, blocks: boolean): Shown {
  return html`<section aria-label="${name}"><b>${name}</b> <small>${id}</small>
    <ul>${lines
      .slice(-most)
      .map(
        ({ from, text, file, gone, at }) =>
          html`<li>${from === "business" ? "Business: " : ""}${gone ? html`<i>deleted</i>` : html`${text}${file ? html` [${file}]` : ""}`} <small><time>${showDate(at)}</time></small></li>`,
      )}</ul>
    <form method="post" action="${path}/write"><input type="hidden" name="id" value="${id}" /><label>Answer <input name="text" required /></label> <button>Send</button></form>
    ${blocks ? html`<form method="post" action="${path}/block"><input type="hidden" name="id" value="${id}" /><input type="hidden" name="on" value="${blocked ? "0" : "1"}" /><button>${blocked ? "Let the bot in again" : "Block the bot"}</button></form>` : ""}
  </section>`;
}
