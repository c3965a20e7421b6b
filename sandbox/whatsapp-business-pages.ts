import { Hono } from "hono";
import { html } from "hono/html";
import type { GateEnv } from "../front/proxies";
import { frame } from "./frame";
import type { SandboxWhatsapp } from "./whatsapp";

const path = "/sandbox/whatsapp/business";
const decisions = [
  ...([["APPROVED", "NONE", "", "Approve"]] as const),
  ...([["REJECTED", "INVALID_FORMAT", "", "Reject"]] as const),
  ...([["PAUSED", "NONE", "FIRST_PAUSE", "Pause"]] as const),
  ...([["DISABLED", "NONE", "", "Disable"]] as const),
] as const;
const ratings = [
  { event: "FLAGGED", label: "Drop the quality" },
  { event: "UNFLAGGED", label: "Restore the quality" },
] as const;
const tiers = ["TIER_250", "TIER_1K", "TIER_10K", "TIER_UNLIMITED"];

/** What Meta decides about the shop's templates and number. Demo only. */
export function businessPages({ business, shown }: Pick<SandboxWhatsapp, "business" | "shown">): Hono<GateEnv> {
  const app = new Hono<GateEnv>();
  app.get("/", (c) =>
    c.html(
      frame(
        c,
        "WhatsApp at Meta",
        html`<h1>WhatsApp at Meta</h1>
        <p>What Meta decides is posted to the application as on the real wire.</p>
        <section aria-label="Number"><b>${shown}</b> <small>quality ${business.standing.quality_rating}, limit ${business.standing.tier}</small>
          <form method="post" action="${path}/rate"><p><label>Limit <select name="tier">${tiers.map(
            (tier) => html`<option ${tier === business.standing.tier ? "selected" : ""}>${tier}</option>`,
          )}</select></label> ${ratings.map(({ event, label }) => html`<button name="event" value="${event}">${label}</button> `)}</p></form></section>
        ${[...business.templates.values()].map(
          ({ id, name, language, category, status }) =>
            html`<section aria-label="${name}"><b>${name}</b> <small>${language}, ${category}, ${status}</small>
          <form method="post" action="${path}/decide"><input type="hidden" name="id" value="${id}" />${decisions.map(
            ([event, , , label]) => html`<button name="event" value="${event}">${label}</button> `,
          )}</form></section>`,
        )}
        <p><a href="/sandbox/whatsapp">The customers' phones</a></p>`,
      ),
    ),
  );
  app.post("/decide", async (c) => {
    const form = await c.req.formData();
    const decision = decisions.find(([event]) => event === form.get("event"));
    if (decision) await business.decide(String(form.get("id")), decision[0], decision[1], decision[2]);
    return c.redirect(path, 303);
  });
  app.post("/rate", async (c) => {
    const form = await c.req.formData();
    const rating = ratings.find(({ event }) => event === form.get("event"));
    const tier = tiers.find((one) => one === form.get("tier"));
    if (rating) await business.rate(rating.event, tier);
    return c.redirect(path, 303);
  });
  return app;
}
