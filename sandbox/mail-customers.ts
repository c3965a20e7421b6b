import { Hono } from "hono";
import { html } from "hono/html";
import type { GateEnv } from "../front/proxies";
import { showDate } from "../rules/format";
import { frame, type Html } from "./frame";
import type { SandboxMail } from "./mail";
import type { MailCustomers } from "./mail-customer";

type Host = { address: string; password: string; imap: number; smtp: number; user: string };
const path = "/sandbox/mail-customers";
const most = 20;
const address = /^[^\s<>@,;:"\\]{1,64}@[^\s<>@,;:"\\]{1,190}$/;

/** The mail programs of customers: what they write to the business and what they read of it. Demo only. */
export function mailCustomerPages(customers: MailCustomers, host: Host): Hono<GateEnv> {
  const app = new Hono<GateEnv>();
  app.get("/", (c) => {
    const known = customers.customers().slice(0, most);
    return c.html(
      frame(
        c,
        "Email customers",
        html`<h1>Email customers</h1>
        <p>The application reads ${host.address} over real IMAP and sends over real SMTP, both inside this process. These are its customers' mail programs.</p>
        <form method="post" action="${path}/write"><p><label>From <input name="from" type="email" value="wanjiru@mail.test" required /></label>
          <label>Name <input name="name" value="Wanjiru Kamau" /></label></p>
          <p><label>Subject <input name="subject" value="The 43 inch TV" required /></label></p>
          <p><label>Message <textarea name="text" rows="3" required>Habari! Do you have the 43 inch TV?</textarea></label></p>
          <p><label><input type="checkbox" name="twice" value="1" /> it arrives twice</label>
          <label><input type="checkbox" name="machine" value="1" /> a machine writes it (out of office)</label> <button>Send</button></p></form>
        <details><summary>Connect this mailbox by hand</summary><dl>
          <div><dt>Address and IMAP user</dt><dd>${host.address}</dd></div><div><dt>IMAP password</dt><dd>${host.password}</dd></div>
          <div><dt>IMAP</dt><dd>127.0.0.1, port ${host.imap}, no TLS</dd></div>
          <div><dt>SMTP</dt><dd>127.0.0.1, port ${host.smtp}, no TLS, user ${host.user}, password ${host.password}</dd></div></dl></details>
        <p><a href="${path}">Refresh</a></p>
        ${known.length > 0 ? known.map((one) => program(customers, one)) : html`<p class="empty">No one has written yet.</p>`}`,
      ),
    );
  });

  app.post("/write", async (c) => {
    const form = await c.req.formData();
    const field = (name: string) => String(form.get(name) ?? "").trim();
    const from = field("from").toLowerCase();
    const answers = customers.got(from).find(({ id }) => id === field("answers"));
    if (address.test(from) && field("text")) {
      const headers: Record<string, string> = field("machine") === "1" ? { "Auto-Submitted": "auto-replied" } : {};
      const subject = answers ? `Re: ${answers.subject.replace(/^re:\s*/i, "")}` : field("subject").slice(0, 200);
      const letter = { from, name: field("name").slice(0, 60), subject, text: field("text").slice(0, 20_000), answers };
      const mail = customers.write({ ...letter, headers });
      if (field("twice") === "1") customers.again(mail);
    }
    return c.redirect(path, 303);
  });

  app.post("/bounce", async (c) => {
    const form = await c.req.formData();
    const mail = customers.got(String(form.get("from"))).find(({ id }) => id === form.get("id"));
    if (mail) customers.bounce(mail, form.get("action") === "delayed" ? "delayed" : "failed");
    return c.redirect(path, 303);
  });
  return app;
}

type MailCustomer = ReturnType<MailCustomers["customers"]>[number];

function program(customers: MailCustomers, { address: from, name, mails }: MailCustomer): Html {
  const got = customers.got(from);
  const lines = [
    ...mails.map(({ subject, text, at }) => ({ at, shown: html`<b>${subject}</b> ${text}` })),
    ...got.map((mail) => ({ at: mail.at, shown: received(from, mail) })),
  ];
  const [last] = got;
  return html`<section aria-label="${name || from}"><b>${name || from}</b> <small>${from}</small>
    <ul>${lines
      .sort((a, b) => a.at - b.at)
      .slice(-most)
      .map(({ at, shown }) => html`<li>${shown} <small><time>${showDate(at)}</time></small></li>`)}</ul>
    ${
      last
        ? html`<form method="post" action="${path}/write"><input type="hidden" name="from" value="${from}" /><input type="hidden" name="name" value="${name}" />
          <input type="hidden" name="answers" value="${last.id}" /><label>Answer <textarea name="text" rows="2" required></textarea></label> <button>Send</button></form>`
        : ""
    }
  </section>`;
}

function received(from: string, { id, subject, text, files, headers }: SandboxMail): Html {
  const named = files.map(({ name }) => ` [${name}]`).join("");
  return html`Business: <b>${subject}</b> ${text.trim().slice(0, 2_000)}${named}${headers["auto-submitted"] ? " (automatic)" : ""}
    <form method="post" action="${path}/bounce"><input type="hidden" name="from" value="${from}" /><input type="hidden" name="id" value="${id}" />
    <button name="action" value="failed">It comes back</button> <button name="action" value="delayed">It is late</button></form>`;
}
