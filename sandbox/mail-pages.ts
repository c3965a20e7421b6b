import { Hono } from "hono";
import { html } from "hono/html";
import type { GateEnv } from "../front/proxies";
import { showDate } from "../rules/format";
import { linkify } from "../rules/linkify";
import { frame } from "./frame";
import type { MailHost, SandboxMail } from "./mail";
import type { MailCustomers } from "./mail-customer";

/** What a mail program shows beside a mail that says how to get no more (RFC 8058): a press posts, without a page. */
function unsubscribeForm(header: string) {
  const address = /<https?:\/\/[^/>]+(\/unsubscribe\/[\w.-]+)>/.exec(header)?.[1];
  if (!address) return "";
  return html`<form method="post" action="${address}"><input type="hidden" name="List-Unsubscribe" value="One-Click" /><button>Unsubscribe in the mail program</button></form>`;
}

/** The sandbox's mailbox: every mail that the application sent, to anybody. Demo only. */
export function mailPages(host: MailHost, customers: MailCustomers): Hono<GateEnv> {
  const app = new Hono<GateEnv>();

  /** What a calendar program asks beside an invitation. */
  function answerForm(mail: SandboxMail, answered: string | undefined) {
    if (!customers.invitation(mail)) return "";
    const buttons = answers.map(([answer, word]) => html`<button name="answer" value="${answer}">${word}</button> `);
    return html`<form method="post" action="/sandbox/mail/${mail.id}/answer"><p>In the calendar of the reader: ${buttons}</p></form>
      ${answered ? html`<p role="status">The answer was sent.</p>` : ""}`;
  }

  app.get("/", (c) => {
    const wanted = (c.req.query("to") ?? "").trim().slice(0, 254);
    const mails = host.mails({ to: wanted }).slice(0, 100);
    const rows = mails.map(
      (mail) => html`<li><a href="/sandbox/mail/${mail.id}"><b>${mail.subject || "(no subject)"}</b>
        <span>To ${mail.to.join(", ")}</span><time>${showDate(mail.at)}</time></a></li>`,
    );
    return c.html(
      frame(
        c,
        "Mailbox",
        html`<h1>Mailbox</h1>
        <p>Mails go out over real SMTP to a host inside this process. It delivers them to nobody but this page.</p>
        <form class="row" method="get"><label for="to">Find a recipient</label><input id="to" name="to" value="${wanted}" inputmode="email" /><button>Find</button></form>
        ${rows.length > 0 ? html`<ul class="phones">${rows}</ul>` : html`<p class="empty" role="status">No mail${wanted ? " for this recipient" : ""} yet. This page updates automatically.</p>`}
        ${rows.length > 0 ? html`<p><a href="/sandbox/mail${wanted ? `?to=${encodeURIComponent(wanted)}` : ""}">Refresh</a></p>` : ""}`,
        { refresh: rows.length > 0 ? undefined : 2 },
      ),
    );
  });

  app.get("/:id", (c) => {
    const mail = host.mail(c.req.param("id"));
    if (!mail) {
      const gone = html`<h1>This mail is not here</h1><p><a href="/sandbox/mail">All mail</a></p>`;
      return c.html(frame(c, "This mail is not here", gone), 404);
    }
    // Text with its links; the HTML part stands in a frame that runs nothing and, by our policy, loads nothing.
    const text = linkify(mail.text).map((piece) =>
      piece.href ? html`<a href="${piece.href}" rel="noreferrer">${piece.text}</a>` : html`${piece.text}`,
    );
    return c.html(
      frame(
        c,
        mail.subject,
        html`<p><a href="/sandbox/mail">All mail</a></p><h1>${mail.subject || "(no subject)"}</h1>
        <p class="empty">From ${mail.from}<br />To ${mail.to.join(", ")}<br /><time>${showDate(mail.at)}</time></p>
        <div class="mail">${text}</div>
        ${unsubscribeForm(mail.headers["list-unsubscribe"] ?? "")}
        ${answerForm(mail, c.req.query("answered"))}
        ${mail.calendar ? html`<details><summary>The invitation</summary><pre>${mail.calendar}</pre></details>` : ""}
        ${mail.html ? html`<details><summary>The HTML part</summary><iframe title="The HTML part" sandbox="" srcdoc="${mail.html}"></iframe></details>` : ""}`,
      ),
    );
  });
  app.post("/:id/answer", async (c) => {
    const mail = host.mail(c.req.param("id"));
    const given = (await c.req.formData()).get("answer");
    const answer = answers.find(([one]) => one === given)?.[0];
    if (mail && answer) customers.answerInvitation(mail, answer);
    return c.redirect(`/sandbox/mail/${c.req.param("id")}?answered=1`, 303);
  });
  return app;
}

const answers = [
  ["ACCEPTED", "Accept"],
  ["TENTATIVE", "Maybe"],
  ["DECLINED", "Decline"],
] as const;
