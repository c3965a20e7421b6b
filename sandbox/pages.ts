import { Hono } from "hono";
import { html } from "hono/html";
import type { GateEnv } from "../front/proxies";
import { showDate } from "../rules/format";
import { showPhone } from "../rules/phone";
import { frame, type Html } from "./frame";
import type { Smsc } from "./smsc";
import { receiptShapes } from "./smsc-receipts";
import { style } from "./style";

/** The phones of the sandbox in a browser: what arrived, an answer to it, and the network's faults. Demo only. */
export function sandboxPages(smsc: Smsc, font?: string): Hono<GateEnv> {
  const app = new Hono<GateEnv>();
  app.get("/style.css", (c) =>
    c.text(style(font), 200, { "content-type": "text/css; charset=utf-8", "cache-control": "max-age=60" }),
  );

  app.get("/", (c) => {
    const wanted = (c.req.query("number") ?? "").replace(/\D/g, "");
    const numbers = smsc
      .numbers()
      .filter((number) => number.includes(wanted))
      .slice(0, 100);
    const counts = smsc.counts();
    const rows = numbers.map((number) => {
      const last = smsc.handset(number).at(-1);
      return html`<li><a href="/sandbox/phone/${number}"><b>${showPhone(`+${number}`)}</b>
        <span>${last ? last.text.slice(0, 90) : ""}</span><time>${last ? showDate(last.at) : ""}</time></a></li>`;
    });
    return c.html(
      frame(
        c,
        "Phones",
        html`<h1>Phones</h1>
        <p>Messages go out over real SMPP to a message centre inside this process. These phones received them.</p>
        <form class="row" method="get"><label for="number">Find a number</label><input id="number" name="number" value="${wanted}" inputmode="numeric" /><button>Find</button></form>
        <dl><div><dt>Submitted</dt><dd>${counts.submitted}</dd></div><div><dt>Accepted</dt><dd>${counts.accepted}</dd></div>
          <div><dt>Throttled</dt><dd>${counts.throttled}</dd></div><div><dt>Refused</dt><dd>${counts.refused}</dd></div>
          <div><dt>Receipts owed</dt><dd>${counts.owed}</dd></div></dl>
        ${rows.length > 0 ? html`<ul class="phones">${rows}</ul>` : html`<p class="empty">No phone has received anything yet. Send an SMS, then look here.</p>`}
        <p><a href="/sandbox">Refresh</a></p>
        ${behaviour(smsc)}`,
      ),
    );
  });

  app.get("/phone/:number", (c) => {
    const number = c.req.param("number").replace(/\D/g, "");
    const texts = smsc.handset(number);
    const peers = [...new Set(texts.map(({ peer }) => peer))];
    const asked = c.req.query("to");
    const to = asked && peers.includes(asked) ? asked : peers.at(-1);
    const bubbles = texts.map(
      (text) =>
        html`<li class="${text.direction === "out" ? "mine" : "theirs"}"><small>${text.direction === "out" ? `To ${text.peer}` : text.peer}, <time>${showDate(text.at)}</time>${text.parts > 1 ? `, ${text.parts} parts` : ""}</small><p>${text.text}</p></li>`,
    );
    return c.html(
      frame(
        c,
        showPhone(`+${number}`),
        html`<p><a href="/sandbox">All phones</a></p><h1>${showPhone(`+${number}`)}</h1>
        ${texts.length > 0 ? html`<ol class="texts">${bubbles}</ol>` : html`<p class="empty">This phone has received nothing.</p>`}
        <p><a href="/sandbox/phone/${number}">Refresh</a></p>
        ${
          to
            ? html`<form method="post"><label for="to">Answer to</label>
                <select id="to" name="to">${peers.map((peer) => html`<option ${peer === to ? "selected" : ""}>${peer}</option>`)}</select>
                <label for="text">Message</label><textarea id="text" name="text" rows="3" maxlength="1600" required></textarea>
                <button class="main">Send from this phone</button></form>`
            : ""
        }`,
      ),
    );
  });

  app.post("/phone/:number", async (c) => {
    const number = c.req.param("number").replace(/\D/g, "");
    const form = await c.req.formData();
    const text = String(form.get("text") ?? "").trim();
    const to = String(form.get("to") ?? "");
    const known = smsc.handset(number).some(({ peer }) => peer === to);
    // The phone does not wait for the customer's acknowledgement: a real one can't.
    if (text && known) void smsc.answer(number, to, text.slice(0, 1600)).catch(() => undefined);
    return c.redirect(`/sandbox/phone/${number}`, 303);
  });

  app.post("/moods", async (c) => {
    const form = await c.req.formData();
    const number = (name: string, most: number) => Math.min(Math.max(Number(form.get(name)) || 0, 0), most);
    const shape = receiptShapes.find((each) => each === form.get("shape"));
    smsc.settings.latencyMs = number("latency", 10_000);
    smsc.settings.receiptDelayMs = number("receipts", 600_000);
    smsc.settings.throttleRate = number("throttle", 100) / 100;
    const failed = number("failed", 100) / 100;
    smsc.settings.outcomes = { delivered: 1 - failed, failed };
    if (shape) smsc.settings.receiptShape = shape;
    if (form.get("drop") === "1") smsc.drop();
    return c.redirect("/sandbox", 303);
  });
  return app;
}

function behaviour({ settings }: Smsc): Html {
  const field = (name: string, label: string, value: number) =>
    html`<label for="${name}">${label}</label><input id="${name}" name="${name}" type="number" min="0" value="${value}" />`;
  return html`<details><summary>Simulate network faults</summary><form method="post" action="/sandbox/moods">
    ${field("latency", "Answers after, in ms", settings.latencyMs)}
    ${field("receipts", "Delivery receipt after, in ms", settings.receiptDelayMs)}
    ${field("throttle", "Throttled, in percent", Math.round(settings.throttleRate * 100))}
    ${field("failed", "Not delivered, in percent", Math.round((settings.outcomes.failed ?? 0) * 100))}
    <label for="shape">Receipt's shape</label><select id="shape" name="shape">${receiptShapes.map((shape) => html`<option ${shape === settings.receiptShape ? "selected" : ""}>${shape}</option>`)}</select>
    <label class="tick"><input type="checkbox" name="drop" value="1" /> Break the connection now</label>
    <button>Set</button></form></details>`;
}
