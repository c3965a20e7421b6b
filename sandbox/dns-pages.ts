import { Hono } from "hono";
import { html } from "hono/html";
import type { GateEnv } from "../front/proxies";
import type { SandboxDns } from "./dns";
import { frame } from "./frame";

const path = "/sandbox/dns";

/** Where the demo's domains are managed: the TXT records of each name. Demo only. */
export function dnsPages(dns: SandboxDns): Hono<GateEnv> {
  const app = new Hono<GateEnv>();
  app.get("/", (c) =>
    c.html(
      frame(
        c,
        "DNS",
        html`<h1>DNS</h1>
        <p>The application asks for these TXT records over real DNS. Add the ones that a domain's page shows, then check them there.</p>
        <form method="post" action="${path}"><p><label>Name <input name="name" required /></label></p>
          <p><label>Value <textarea name="value" rows="3"></textarea></label> <button>Save the record</button></p></form>
        <p class="empty">An empty value removes a record.</p>
        <dl>${dns.records().map(([name, values]) => html`<div><dt>${name}</dt><dd>${values.join(" ")}</dd></div>`)}</dl>`,
      ),
    ),
  );
  app.post("/", async (c) => {
    const form = await c.req.formData();
    const field = (name: string) => String(form.get(name) ?? "").trim();
    const value = field("value").slice(0, 2_000);
    if (/^[\w.-]{1,253}$/.test(field("name"))) dns.set(field("name"), value ? [value] : []);
    return c.redirect(path, 303);
  });
  return app;
}
