import { Hono } from "hono";
import { html } from "hono/html";
import type { GateEnv } from "../front/proxies";
import { showDate } from "../rules/format";
import { frame } from "./frame";
import type { SandboxSpeech } from "./speech";

const path = "/sandbox/speech";

const choices = {
  accept: "are spoken",
  limit: "are too many (429)",
  "limit once": "are too many once, then spoken",
  fail: "meet a fault (503)",
  silent: "get no answer",
  page: "get a web page instead of a sound",
  "too much": "get a sound that is too long",
  "break off": "get half a sound",
} as const satisfies Record<SandboxSpeech["behaviour"]["speak"], string>;

/** The texts that were spoken, and what the next ones meet. Demo only. */
export function speechPages(speech: SandboxSpeech): Hono<GateEnv> {
  const app = new Hono<GateEnv>();
  app.get("/", (c) => {
    const options = Object.entries(choices).map(
      ([value, label]) =>
        html`<option value="${value}" ${value === speech.behaviour.speak ? "selected" : ""}>${label}</option>`,
    );
    const spoken = speech.spoken();
    const body = html`<h1>Text to speech</h1>
      <p>The application speaks the real API of Azure AI Speech to a resource inside this process. A text becomes a melody with a note for each letter, so that one text can be told from another.</p>
      <form class="row" method="post"><label for="speak">The next texts</label><select id="speak" name="speak">${options}</select> <button>Set</button></form>
      ${
        spoken.length > 0
          ? html`<ul>${spoken.map(
              ({ id, text, voice, at }) =>
                html`<li><b>${voice}</b> <time>${showDate(at)}</time><p>${text}</p><p><audio controls preload="none" src="${path}/sounds/${id}.wav" aria-label="${text.slice(0, 60)}"></audio></p></li>`,
            )}</ul>`
          : html`<p class="empty" role="status">Nothing was spoken yet. Make a sound from a text in the voice settings, or for a robocall.</p>`
      }
      <p><a href="${path}">Refresh</a></p>`;
    return c.html(frame(c, "Text to speech", body));
  });
  app.post("/", async (c) => {
    const chosen = (await c.req.formData()).get("speak");
    const known = Object.keys(choices) as (keyof typeof choices)[];
    speech.behaviour.speak = known.find((one) => one === chosen) ?? "accept";
    return c.redirect(path, 303);
  });
  app.get("/sounds/:name", (c) => {
    const id = Number(c.req.param("name").replace(/\.wav$/, ""));
    const found = speech.spoken().find((one) => one.id === id);
    return found ? c.body(found.wav, 200, { "content-type": "audio/wav" }) : c.notFound();
  });
  return app;
}
