import { createHmac, timingSafeEqual } from "node:crypto";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { html } from "hono/html";
import type { GateEnv } from "../front/proxies";
import { showDate } from "../rules/format";
import { frame } from "./frame";

type ReceivedRequest = { at: Date; id: string; signature: string; timestamp: string; body: string; answered: number };

/** A customer's program that receives web hooks. */
export type Receiver = {
  /** `http://127.0.0.1:<port>/hooks` */
  url: string;
  /** Newest first. */
  received: ReceivedRequest[];
  /** The status that it answers with. */
  answers: number;
  /** The secret of the web hook, with which it checks the requests; empty: it does not. */
  secret: string;
  close(): Promise<void>;
};

/** As many requests as it keeps. */
const most = 50;

/** Starts a customer's program that takes signed web hooks (Standard Webhooks 1.0.0). */
export async function startReceiver(): Promise<Receiver> {
  const app = new Hono();
  app.post("/hooks", async (c) => {
    const body = (await c.req.text()).slice(0, 100_000);
    const header = (name: string) => c.req.header(name) ?? "";
    const [id, timestamp, signature] = [header("webhook-id"), header("webhook-timestamp"), header("webhook-signature")];
    receiver.received.unshift({ at: new Date(), id, timestamp, signature, body, answered: receiver.answers });
    receiver.received.length = Math.min(most, receiver.received.length);
    return c.body(null, receiver.answers as 200);
  });
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const receiver: Receiver = {
    ...{ url: `http://127.0.0.1:${port}/hooks`, received: [], answers: 200, secret: "" },
    close: () => new Promise((closed) => server.close(() => closed())),
  };
  return receiver;
}

/** Whether a request was signed with the secret. */
function isProved(secret: string, { id, timestamp, signature, body }: ReceivedRequest): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const wanted = Buffer.from(`v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`);
  const had = Buffer.from(signature);
  return had.length === wanted.length && timingSafeEqual(had, wanted);
}

/** What the program received, and how it answers. Demo only. */
export function receiverPages(receiver: Receiver): Hono<GateEnv> {
  const app = new Hono<GateEnv>();
  app.get("/", (c) => {
    const rows = receiver.received.map((one) => {
      const proof = receiver.secret ? (isProved(receiver.secret, one) ? "signature right" : "signature wrong") : "";
      return html`<li><b>${one.id}</b> <time>${showDate(one.at)}</time> answered ${one.answered}${proof ? `, ${proof}` : ""}
        <pre>${one.body}</pre></li>`;
    });
    const choice = (status: number, label: string) =>
      html`<option value="${status}" ${receiver.answers === status ? "selected" : ""}>${label}</option>`;
    return c.html(
      frame(
        c,
        "Web hooks",
        html`<h1>Web hooks</h1>
        <p>A program of a customer's, on this machine. Its address is <b>${receiver.url}</b></p>
        <form class="row" method="post"><label for="answers">It answers</label><select id="answers" name="answers">
          ${choice(200, "200, taken")}${choice(500, "500, it fails")}${choice(410, "410, it is gone")}</select>
          <label for="secret">Secret</label><input id="secret" name="secret" value="${receiver.secret}" autocomplete="off" />
          <button>Save</button></form>
        ${rows.length > 0 ? html`<ul>${rows}</ul>` : html`<p class="empty" role="status">Nothing received yet.</p>`}
        <p><a href="/sandbox/receiver">Refresh</a></p>`,
      ),
    );
  });
  app.post("/", async (c) => {
    const form = await c.req.parseBody();
    const status = Number(form.answers);
    receiver.answers = [200, 410, 500].includes(status) ? status : 200;
    receiver.secret = String(form.secret ?? "")
      .trim()
      .slice(0, 200);
    return c.redirect("/sandbox/receiver");
  });
  return app;
}
