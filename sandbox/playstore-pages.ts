import { Hono } from "hono";
import { html } from "hono/html";
import type { GateEnv } from "../front/proxies";
import { showDate } from "../rules/format";
import { stars } from "../rules/reviews";
import { frame, type Html } from "./frame";
import type { PlayReview, SandboxPlay } from "./playstore";

const path = "/sandbox/playstore";
const most = 20;

const replies = {
  accept: "are published",
  limit: "must wait: too many calls",
  forbid: "are refused: no permission",
  silent: "are published, but no answer comes",
} as const;
const reads = { answer: "works", limit: "must wait: too many calls", fail: "fails" } as const;

/** The app's page in the Play Store: where people review it, change their review and read what was answered. Demo only. */
export function playStorePages(play: SandboxPlay): Hono<GateEnv> {
  const app = new Hono<GateEnv>();
  app.get("/", (c) => {
    const { behaviour } = play;
    const known = play.reviews().slice(0, most);
    return c.html(
      frame(
        c,
        "Play Store",
        html`<h1>Play Store</h1>
        <p>The application asks for reviews over Google's real API to a Play Store inside this process. This is where its customers write them.</p>
        <form method="post" action="${path}/write"><p><label>Who <input name="author" value="Wanjiru Kamau" required /></label> ${starsField(3)}</p>
          <p><label>Phone <input name="device" value="Tecno Spark 20" /></label> <label>Version of the app <input name="version" value="2.3.1" /></label></p>
          <p><label>Review <textarea name="text" rows="2" required>Good prices, but the app closes when I pay.</textarea></label> <button>Publish</button></p></form>
        <form method="post" action="${path}/behaviour"><p><label>Answers <select name="replies">${choices(replies, behaviour.replies)}</select></label>
          <label>Reading reviews <select name="reads">${choices(reads, behaviour.reads)}</select></label> <button>Set</button></p></form>
        <details><summary>What connects it</summary><dl><div><dt>Package name</dt><dd><code>${play.app}</code></dd></div>
          <div><dt>Service account's JSON key</dt><dd><textarea readonly rows="4" aria-label="Service account's JSON key">${play.key}</textarea></dd></div></dl></details>
        <p><a href="${path}">Refresh</a></p>
        ${known.length > 0 ? known.map(shown) : html`<p class="empty">No one has reviewed the app yet.</p>`}`,
      ),
    );
  });
  app.post("/write", async (c) => {
    const { field, review } = readForm(await c.req.formData());
    const [author, device, version] = ["author", "device", "version"].map((name) => field(name).slice(0, 60));
    if (author && review.text)
      play.write({ author, ...review, ...(device ? { device } : {}), ...(version ? { version } : {}) });
    return c.redirect(path, 303);
  });
  app.post("/edit", async (c) => {
    const { field, review } = readForm(await c.req.formData());
    if (review.text) play.edit(field("id"), review);
    return c.redirect(path, 303);
  });
  app.post("/answer", async (c) => {
    const { field, review } = readForm(await c.req.formData());
    if (review.text) play.answer(field("id"), review.text.slice(0, 350));
    return c.redirect(path, 303);
  });
  app.post("/behaviour", async (c) => {
    const { field } = readForm(await c.req.formData());
    play.behaviour.replies = chosen(replies, field("replies"), "accept");
    play.behaviour.reads = chosen(reads, field("reads"), "answer");
    return c.redirect(path, 303);
  });
  return app;
}

function readForm(form: FormData) {
  const field = (name: string) => String(form.get(name) ?? "").trim();
  const given = Math.round(Number(field("stars"))) || 3;
  return { field, review: { text: field("text").slice(0, 2_000), stars: Math.min(5, Math.max(1, given)) } };
}

function chosen<Name extends string>(all: Record<Name, string>, given: string, usual: Name): Name {
  return (Object.keys(all) as Name[]).find((one) => one === given) ?? usual;
}

function choices(all: Record<string, string>, now: string): Html[] {
  return Object.entries(all).map(
    ([value, label]) => html`<option value="${value}" ${value === now ? "selected" : ""}>${label}</option>`,
  );
}

function starsField(now: number): Html {
  return html`<label>Stars <select name="stars">${[1, 2, 3, 4, 5].map((one) => html`<option value="${one}" ${one === now ? "selected" : ""}>${one}</option>`)}</select></label>`;
}

function shown({ id, author, stars: given, text, device, version, modified, reply }: PlayReview): Html {
  const at = new Date(Number(modified.seconds) * 1_000);
  return html`<section aria-label="${author}"><b>${author}</b> <small>${device}, version ${version}</small>
    <ul><li>${stars(given)} ${text} <small><time>${showDate(at)}</time></small></li>
      ${reply ? html`<li>Business: ${reply.text}</li>` : ""}</ul>
    <details><summary>Change the review</summary><form method="post" action="${path}/edit"><input type="hidden" name="id" value="${id}" />
      ${starsField(given)} <label>Review <input name="text" value="${text}" required /></label> <button>Change</button></form></details>
    <details><summary>Answer in the Play Console</summary><form method="post" action="${path}/answer"><input type="hidden" name="id" value="${id}" />
      <label>Answer <input name="text" required /></label> <button>Answer</button></form></details>
  </section>`;
}
