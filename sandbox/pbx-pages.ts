import { Hono } from "hono";
import { html } from "hono/html";
import type { GateEnv } from "../front/proxies";
import { showDate } from "../rules/format";
import { showPhone } from "../rules/phone";
import { isPhoneKey, phoneKeys } from "../rules/voice-flow";
import { frame } from "./frame";
import { callWords, phoneDigits, type SandboxPbx } from "./pbx";
import { behaviours } from "./pbx-behaviour";
import type { DialledCall, FlowCaller } from "./pbx-flows";

const usual = { from: "0711 000 111", to: "+254 709 000 100" };

/** The PBX's customers in a browser: have one call in, see their calls, hang up. JSON for programs. Demo only. */
export function pbxPages(pbx: SandboxPbx): Hono<GateEnv> {
  const app = new Hono<GateEnv>();

  app.get("/", (c) => {
    const waiting = pbx.queueCalls().filter(({ state }) => state !== "gone");
    const calls = pbx.customers.calls();
    const live = waiting.length > 0 || calls.some(({ state }) => state !== "ended");
    const body = html`<h1>PBX</h1>
      <p>Browsers register at a real SIP registrar inside this process. Customers are simulated: they have phones in a process of their own.</p>
      <form method="post" action="/sandbox/pbx/calls"><label for="from">A customer with this number</label><input id="from" name="from" value="${c.req.query("from") ?? usual.from}" inputmode="tel" />
        <label for="to">calls this number, or this extension</label><input id="to" name="to" value="${c.req.query("to") ?? usual.to}" inputmode="tel" />
        <button class="main">Call</button></form>
      ${c.req.query("refused") ? html`<p role="alert">That is no number of an account.</p>` : ""}
      <h2>Waiting and talking</h2>
      ${
        waiting.length > 0
          ? html`<ul>${waiting.map(
              ({ reference, from, number, state, exten, since, flow }) =>
                html`<li>${showPhone(from)} called ${showPhone(number)}: ${state === "waiting" ? (exten ? `rings at ${exten}` : "waits") : `talks with ${exten}`} <small><time>${showDate(new Date(since))}</time></small> ${flow ? inFlow(reference, flow) : ""} ${hangUp(reference)}</li>`,
            )}</ul>`
          : html`<p class="empty" role="status">No customer has called in.</p>`
      }
      <h2>Calls of customers</h2>
      ${
        calls.length > 0
          ? html`<ul>${calls.map(
              (call) =>
                html`<li>${showPhone(`+${call.number}`)} ${call.direction === "in" ? "was called by" : "called"} ${call.peer}: ${callWords(call)}${call.digits ? `, keys ${call.digits}` : ""}${call.referred ? `, transferred to ${call.referred}` : ""} <small>${call.packets} packets heard</small> ${call.state === "ended" ? "" : hangUp(call.id)}</li>`,
            )}</ul>`
          : html`<p class="empty">None yet. Have a customer call, or call one from the application.</p>`
      }
      <h2>Robocalls and automatic calls</h2>
      ${
        pbx.placedCalls().length > 0
          ? html`<ul>${pbx.placedCalls().map(placedLine)}</ul>`
          : html`<p class="empty">The exchange has called no one yet. Start a robocall in the application.</p>`
      }
      <p><a href="/sandbox/pbx">Refresh</a></p>
      <details><summary>What customers do when they are called</summary><ul>${Object.values(behaviours).map(
        ({ suffix, what }) =>
          html`<li>${suffix ? `A number that ends in ${suffix}` : "Any other number"} ${what}.</li>`,
      )}</ul></details>`;
    return c.html(frame(c, "PBX", body, { refresh: live ? 2 : undefined }));
  });

  app.get("/calls", (c) =>
    c.json({ queue: pbx.queueCalls(), calls: pbx.customers.calls(), placed: pbx.placedCalls() }),
  );

  app.post("/calls", async (c) => {
    const form = await c.req.formData();
    const from = phoneDigits(String(form.get("from") ?? ""));
    const to = String(form.get("to") ?? "").replace(/\D/g, "");
    const asJson = c.req.header("accept")?.includes("application/json") ?? false;
    const placed = /^\d{9,15}$/.test(from) ? await place(from, to) : undefined;
    if (asJson)
      return placed ? c.json({ call: placed }, 201) : c.json({ message: "That is no number of an account." }, 422);
    return c.redirect(placed ? "/sandbox/pbx" : "/sandbox/pbx?refused=1", 303);
  });

  app.post("/calls/:id/hang-up", (c) => {
    pbx.hangUp(c.req.param("id"));
    return c.redirect("/sandbox/pbx", 303);
  });

  app.post("/calls/:id/keys", async (c) => {
    const key = String((await c.req.formData()).get("key") ?? "");
    if (isPhoneKey(key)) pbx.press(c.req.param("id"), key);
    return c.redirect("/sandbox/pbx", 303);
  });

  app.post("/calls/:id/message", (c) => {
    pbx.speak(c.req.param("id"), 6);
    return c.redirect("/sandbox/pbx", 303);
  });

  /** An extension has few digits. */
  async function place(from: string, to: string): Promise<string | undefined> {
    if (/^\d{2,6}$/.test(to)) return pbx.callAgent(from, to);
    return (await pbx.callQueue(from, to))?.reference;
  }
  return app;
}

/** What a customer in a flow has heard, with the keys of their telephone. */
function inFlow(id: string, { heard, pressed, records }: FlowCaller) {
  const keys = phoneKeys.map((key) => html`<button name="key" value="${key}">${key}</button> `);
  return html`<p>${heard.length > 0 ? `Heard: ${heard.map((words) => `“${words}”`).join(" ")}` : "Has heard nothing yet."}${pressed ? ` Keys: ${pressed}` : ""}</p>
    <form class="row" method="post" action="/sandbox/pbx/calls/${id}/keys">${keys}</form>
    ${records ? html`<form class="row" method="post" action="/sandbox/pbx/calls/${id}/message"><button>Leave a message</button></form>` : ""}`;
}

const results = { "": "rings", answered: "answered", busy: "busy", no_answer: "no answer", failed: "not in service" };

/** A customer whom the exchange called. */
function placedLine({ to, from, since, result, isMachine, heard, sounds, pressed }: DialledCall) {
  const bytes = sounds.reduce((sum, one) => sum + one.bytes, 0);
  return html`<li>${showPhone(to)} was called by ${showPhone(from)}: ${results[result]}${isMachine ? " by an answering machine" : ""}${heard.length > 0 ? `, heard ${heard.map((words) => `“${words}”`).join(" ")} (${Math.round(bytes / 1_000)} kB of sound)` : ""}${pressed ? `, pressed ${pressed}` : ""} <small><time>${showDate(new Date(since))}</time></small></li>`;
}

function hangUp(id: string) {
  return html`<form class="row" method="post" action="/sandbox/pbx/calls/${id}/hang-up"><button>Hang up</button></form>`;
}
