import { Hono } from "hono";
import { html } from "hono/html";
import type { GateEnv } from "../front/proxies";
import { commas, showDate } from "../rules/format";
import { showPhone } from "../rules/phone";
import { backPath, frame, type Html } from "./frame";
import type { SandboxMpesa } from "./mpesa";
import { answers, type HandsetAnswer, type MpesaPrompt } from "./mpesa-prompt";

const buttons: Record<HandsetAnswer, string> = {
  approve: "Enter the PIN: pay",
  refuse: "Cancel",
  "wrong pin": "Enter a wrong PIN",
  "no money": "Pay without enough money",
  "time out": "Let it time out",
  late: "Pay, M-Pesa tells of it late",
  twice: "Pay, M-Pesa tells of it twice",
  "other amount": "Pay, M-Pesa tells another amount",
};
const said: Record<HandsetAnswer, string> = {
  approve: "paid",
  refuse: "cancelled",
  "wrong pin": "wrong PIN",
  "no money": "not enough money",
  "time out": "timed out",
  late: "paid, told late",
  twice: "paid, told twice",
  "other amount": "paid, told with another amount",
};

/** The handsets that M-Pesa prompts: what they show, and what the person there does. Demo only. */
export function mpesaPages(mpesa: SandboxMpesa): Hono<GateEnv> {
  const app = new Hono<GateEnv>();

  app.get("/", (c) => {
    const all = mpesa.prompts();
    const [open, done] = [
      all.filter(({ answered }) => answered === null),
      all.filter(({ answered }) => answered !== null),
    ];
    const { tokens, pushes, queries, callbacks } = mpesa.counts;
    // Who came from a page that waits for this phone is sent back to it with the answer.
    const back = backPath(c.req.query("back"));
    const body = html`<h1>M-Pesa prompts</h1>
        <p>The application speaks the real Daraja wire to an M-Pesa inside this process. These phones show its prompts.</p>
        ${open.length > 0 ? open.map((prompt) => handset(prompt, back)) : html`<p class="empty" role="status">${back ? "The prompt is on its way to the phone." : "No phone shows a prompt. Pay by M-Pesa in the application."} This page updates automatically.</p>`}
        ${open.length > 0 ? html`<p><a href="/sandbox/mpesa">Refresh</a></p>` : ""}
        ${automatic(mpesa)}
        <h2>Answered</h2>
        ${done.length > 0 ? html`<ul>${done.slice(0, 50).map(past)}</ul>` : html`<p class="empty">Nothing yet.</p>`}
        <dl><div><dt>Tokens</dt><dd>${tokens}</dd></div><div><dt>Pushes</dt><dd>${pushes}</dd></div>
          <div><dt>Queries</dt><dd>${queries}</dd></div><div><dt>Callbacks sent</dt><dd>${callbacks}</dd></div></dl>`;
    return c.html(frame(c, "M-Pesa prompts", body, { refresh: open.length > 0 ? undefined : back ? 1 : 3 }));
  });

  app.post("/answer/:id", async (c) => {
    const form = await c.req.formData();
    const how = answers.find((each) => each === form.get("how"));
    if (how) mpesa.answer(c.req.param("id"), how);
    return c.redirect(backPath(String(form.get("back") ?? "")) ?? "/sandbox/mpesa", 303);
  });

  app.post("/moods", async (c) => {
    const form = await c.req.formData();
    const how = answers.find((each) => each === form.get("automatic"));
    mpesa.behaviour.automatic = how ? [how] : null;
    mpesa.behaviour.mute = form.get("mute") === "1";
    mpesa.behaviour.query = form.get("deaf") === "1" ? "broken" : "answer";
    return c.redirect("/sandbox/mpesa", 303);
  });
  return app;
}

function handset(prompt: MpesaPrompt, back: string | undefined): Html {
  const main = html`<button class="main" name="how" value="approve">${buttons.approve}</button> <button name="how" value="refuse">${buttons.refuse}</button>`;
  const rest = answers.filter((how) => how !== "approve" && how !== "refuse");
  return html`<section aria-label="Phone ${showPhone(`+${prompt.phone}`)}"><form method="post" action="/sandbox/mpesa/answer/${prompt.checkoutId}">${back ? html`<input type="hidden" name="back" value="${back}" />` : ""}
    <b>${showPhone(`+${prompt.phone}`)}</b> <small><time>${showDate(prompt.at)}</time></small>
    <p>Do you want to pay KES ${commas(prompt.amount)} to JIBU account no. ${prompt.account}? Enter your M-PESA PIN.</p>
    <span>${main}</span>
    <details><summary>Something else happens</summary>${rest.map((how) => html`<p><button name="how" value="${how}">${buttons[how]}</button></p>`)}</details>
  </form></section>`;
}

function past(prompt: MpesaPrompt): Html {
  const told = prompt.calls.map((status) => (status === 0 ? "nobody there" : status)).join(", ");
  return html`<li>${showPhone(`+${prompt.phone}`)}: KES ${commas(prompt.amount)}, ${prompt.answered ? said[prompt.answered] : ""}${prompt.receipt ? `, ${prompt.receipt}` : ""} <small><time>${showDate(prompt.at)}</time>${told ? `; callbacks answered ${told}` : ""}</small></li>`;
}

function automatic({ behaviour }: SandboxMpesa): Html {
  const chosen = behaviour.automatic?.[0];
  return html`<details><summary>Simulate M-Pesa faults</summary><form method="post" action="/sandbox/mpesa/moods">
    <label for="automatic">Every phone answers by itself</label>
    <select id="automatic" name="automatic"><option value="">No: wait for a person</option>${answers.map((how) => html`<option value="${how}" ${how === chosen ? "selected" : ""}>${buttons[how]}</option>`)}</select>
    <label class="tick"><input type="checkbox" name="mute" value="1" ${behaviour.mute ? "checked" : ""} /> Callbacks get lost</label>
    <label class="tick"><input type="checkbox" name="deaf" value="1" ${behaviour.query === "broken" ? "checked" : ""} /> M-Pesa can't be asked</label>
    <button>Set</button></form></details>`;
}
