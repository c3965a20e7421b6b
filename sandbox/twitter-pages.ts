import { Hono } from "hono";
import { html } from "hono/html";
import type { GateEnv } from "../front/proxies";
import { showDate } from "../rules/format";
import { frame, type Html } from "./frame";
import type { SandboxX } from "./twitter";
import type { XLine, XPerson } from "./twitter-people";

const path = "/sandbox/twitter";
const most = 20;
const maxBytes = 5_242_880;

const sends = {
  accept: "are published",
  fail: "are refused",
  wait: "must wait: too many calls",
  silent: "are published, but no answer comes",
} as const;

/** X as its people see it: they mention the account, answer its posts, and write direct messages. Demo only. */
export function twitterPages(x: SandboxX): Hono<GateEnv> {
  const app = new Hono<GateEnv>();
  app.get("/", (c) => {
    const { behaviour, keys, account } = x;
    const people = x.people().slice(0, most);
    const choices = Object.entries(sends).map(
      ([value, label]) =>
        html`<option value="${value}" ${value === behaviour.send ? "selected" : ""}>${label}</option>`,
    );
    const values = [
      ["API key", keys.api_key],
      ["API key secret", keys.api_secret],
      ["Access token", keys.access_token],
      ["Access token secret", keys.access_secret],
    ];
    return c.html(
      frame(
        c,
        "X",
        html`<h1>X</h1>
        <p>The application speaks X's real API to an X inside this process. These are people who write to @${account.username}.</p>
        <form method="post" action="${path}/write"><p><label>Who (number) <input name="id" value="44000001" pattern="[0-9]{1,20}" required /></label>
          <label>Name <input name="name" value="Wanjiru Kamau" required /></label> <label>Handle <input name="username" value="wanjiru" pattern="[A-Za-z0-9_]{1,15}" required /></label></p>
          <p><label>Text <input name="text" value="My order has not come. Can you help?" required /></label>
          <button name="kind" value="post">Mention in public</button> <button name="kind" value="dm">Send a direct message</button></p></form>
        <form method="post" action="${path}/behaviour"><p><label>Replies <select name="send">${choices}</select></label>
          <label>Seconds until calls are taken again <input name="limit" type="number" min="1" max="86400" value="${behaviour.limitSeconds}" /></label>
          <label class="tick"><input type="checkbox" name="twice" value="1" ${behaviour.hookTimes > 1 ? "checked" : ""} /> webhooks come three times</label> <button>Set</button></p></form>
        <details><summary>What connects it</summary><dl>${values.map(([label, value]) => html`<div><dt>${label}</dt><dd><code>${value}</code></dd></div>`)}</dl></details>
        <p><a href="${path}">Refresh</a></p>
        ${people.length > 0 ? people.map(shown) : html`<p class="empty">No one has written yet.</p>`}`,
      ),
    );
  });
  app.post("/write", async (c) => {
    const form = await c.req.formData();
    const field = (name: string) => String(form.get(name) ?? "").trim();
    const [id, text] = [field("id"), field("text").slice(0, 4_000)];
    const file = form.get("file");
    const kept = file instanceof File && file.size > 0 && file.size <= maxBytes ? file : undefined;
    if (!/^\d{1,20}$/.test(id) || (!text && !kept)) return c.redirect(path, 303);
    x.join(id, field("name").slice(0, 60), field("username").replace(/\W/g, "").slice(0, 15));
    const picture = kept && { name: kept.name, type: kept.type, bytes: new Uint8Array(await kept.arrayBuffer()) };
    const written = { text, to: field("to"), ...(picture ? { picture } : {}) };
    await (field("kind") === "dm" ? x.message(id, written) : x.mention(id, written));
    return c.redirect(path, 303);
  });
  app.post("/close", async (c) => {
    const form = await c.req.formData();
    x.join(String(form.get("id"))).closed = form.get("on") === "1";
    return c.redirect(path, 303);
  });
  app.post("/behaviour", async (c) => {
    const form = await c.req.formData();
    const { behaviour } = x;
    behaviour.send = (Object.keys(sends) as (keyof typeof sends)[]).find((one) => one === form.get("send")) ?? "accept";
    behaviour.limitSeconds = Math.min(86_400, Math.max(1, Number(form.get("limit")) || 900));
    behaviour.hookTimes = form.get("twice") === "1" ? 3 : 1;
    return c.redirect(path, 303);
  });
  return app;
}

function shown({ id, name, username, lines, closed }: XPerson): Html {
  const direct = lines.filter(({ kind }) => kind === "dm");
  const threads = [...new Set(lines.filter(({ kind }) => kind === "post").map(({ conversation }) => conversation))];
  return html`<section aria-label="${name}"><b>${name}</b> <small>@${username}, ${id}</small>
    ${threads.slice(-most).map((thread) => {
      const posts = lines.filter(({ kind, conversation }) => kind === "post" && conversation === thread);
      return html`<h3>Thread</h3>${listed(posts)}${answerForm(id, "post", posts.at(-1)?.id ?? "")}`;
    })}
    ${direct.length > 0 ? html`<h3>Direct messages</h3>${listed(direct)}` : ""}
    ${answerForm(id, "dm", "")}
    <form method="post" action="${path}/close"><input type="hidden" name="id" value="${id}" /><input type="hidden" name="on" value="${closed ? "0" : "1"}" />
      <button>${closed ? "Take direct messages again" : "Take no direct messages"}</button></form>
  </section>`;
}

function listed(lines: readonly XLine[]): Html {
  return html`<ul>${lines
    .slice(-most)
    .map(
      ({ from, gone, text, picture, at }) =>
        html`<li>${from === "business" ? "Business: " : ""}${gone ? html`<i>deleted</i>` : html`${text}${picture ? html` [${picture.name}]` : ""}`} <small><time>${showDate(at)}</time></small></li>`,
    )}</ul>`;
}

function answerForm(id: string, kind: "post" | "dm", to: string): Html {
  const what = kind === "post" ? "Public reply" : "Direct message";
  return html`<form method="post" action="${path}/write" enctype="multipart/form-data"><input type="hidden" name="id" value="${id}" />
    <input type="hidden" name="kind" value="${kind}" /><input type="hidden" name="to" value="${to}" />
    <label>${what} <input name="text" /></label> <label>Picture <input type="file" name="file" accept="image/*" /></label> <button>Send</button></form>`;
}
