import { type Context, Hono } from "hono";
import { leadFormFields, maxEntryBytes, type UtmName, utmNames } from "../rules/lead-form";
import { frameAncestors } from "../rules/site-origins";
import { isStorable } from "../rules/storable";
import type { PublicForm } from "../services/crm/forms/arrive";
import type { Entry, FormVisitors } from "../services/crm/forms/visitors";
import { formPage, messagePage } from "./lead-form.pages";
import type { GateEnv } from "./proxies";

export const leadFormBase = "/lead-form";
/** Bytes that a visitor may send, by address. */
export const leadFormBodies = { [leadFormBase]: maxEntryBytes };

type LeadFormDeps = { forms: FormVisitors; log: { error(fields: object, message: string): void } };
type C = Context<GateEnv>;
type FormValues = {
  typed: Record<string, string>;
  errors: Record<string, string>;
  notice?: string;
  consented: boolean;
};

const fresh: FormValues = { typed: {}, errors: {}, consented: false };
const gone = { title: "This form is closed", text: "It does not take entries any more." };
const oldLink = { title: "This link does not work any more", text: "It was used already, or it is older than 7 days." };

/**
 * The visitors' side of lead forms: pages without a login, a cookie or a script that they need. Only these pages may be
 * shown in a frame, and only by the sites that a form names.
 */
export function leadFormEndpoint({ forms, log }: LeadFormDeps): Hono<GateEnv> {
  const app = new Hono<GateEnv>();

  app.onError((error, c) => {
    log.error({ err: error, requestId: c.get("requestId") }, "a lead form failed");
    return answer(c, undefined, 503, messagePage(wait("in a moment"), c.get("nonce")), { "retry-after": "5" });
  });

  app.get("/:key", async (c) => {
    const form = await forms.find(c.req.param("key"));
    return form ? show(c, form, 200, fresh) : closed(c);
  });

  app.post("/:key", async (c) => {
    const form = await forms.find(c.req.param("key"));
    if (!form) return closed(c);
    const posted = await readPost(c, form);
    const entry: Entry = { ...posted, utm: utmOf(c), address: c.get("address") };
    const result = await forms.send(form, entry);
    const kept = { typed: posted.typed, consented: posted.consented, errors: {} };
    switch (result.kind) {
      case "thanks":
        return say(c, form, { title: "Thank you", text: form.thanks || "We have received it and will be in touch." });
      case "check mail":
        return say(c, form, { title: "Check your email", text: "Open the link that we have sent you, to confirm." });
      case "old page":
        return show(c, form, 422, { ...kept, notice: "This page was open for too long. Send it again." });
      case "too often": {
        const { title, text } = wait(`in ${minutes(result.retryAfter)}`);
        const retry = { "retry-after": String(result.retryAfter) };
        return show(c, form, 429, { ...kept, notice: `${title}. ${text}` }, retry);
      }
      case "refused":
        return show(c, form, 422, { ...kept, errors: result.errors });
    }
  });

  app.get("/:key/confirm/:link", async (c) => {
    const form = await forms.find(c.req.param("key"));
    if (!form || !(await forms.waits(form, c.req.param("link")))) return say(c, form, oldLink, 404);
    return say(c, form, { title: "Confirm your email address", text: form.title, button: "Confirm" });
  });

  app.post("/:key/confirm/:link", async (c) => {
    const form = await forms.find(c.req.param("key"));
    if (!form || !(await forms.confirm(form, c.req.param("link")))) return say(c, form, oldLink, 404);
    return say(c, form, { title: "Thank you", text: form.thanks || "Your address is confirmed. We will be in touch." });
  });

  app.all("/*", (c) => closed(c));

  function show(
    c: C,
    form: PublicForm,
    status: 200 | 422 | 429,
    shown: FormValues,
    headers: Record<string, string> = {},
  ) {
    const referrer = shown.typed.referrer ?? c.req.header("referer") ?? "";
    const given = { ...shown, ticket: forms.ticket(form), referrer: referrer.slice(0, 500) };
    return answer(c, form, status, formPage(form, given, c.get("nonce")), headers);
  }
  return app;
}

function say(c: C, form: PublicForm | undefined, words: Parameters<typeof messagePage>[0], status: 200 | 404 = 200) {
  return answer(c, form, status, messagePage(words, c.get("nonce")));
}

function closed(c: C) {
  return say(c, undefined, gone, 404);
}

function answer(
  c: C,
  form: PublicForm | undefined,
  status: 200 | 404 | 422 | 429 | 503,
  html: string,
  headers: Record<string, string> = {},
) {
  return c.html(html, status, {
    ...headers,
    "content-security-policy": policy(form, c.get("nonce")),
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": "no-store",
  });
}

function policy(form: PublicForm | undefined, nonce: string): string {
  const sites = form?.sites ?? [];
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${sites.length > 0 ? (frameAncestors(sites) ?? "'none'") : "'none'"}`,
  ].join("; ");
}

/** Characters of what is typed into a custom field, or chosen in it. */
const maxCustom = 10_000;

/** What was posted, bounded; what can't be kept is as good as not typed. */
async function readPost(c: C, form: PublicForm): Promise<Omit<Entry, "utm" | "address">> {
  const pairs = new URLSearchParams(await c.req.text());
  const read = (name: string, most: number) => {
    const value = pairs.get(name) ?? "";
    return isStorable(value) ? value.slice(0, most) : "";
  };
  const typed = Object.fromEntries([...leadFormFields, "referrer"].map((name) => [name, read(name, 2_500)]));
  // The boxes of several choices are one value: no label has a semicolon.
  for (const { id } of form.custom) {
    const said = pairs.getAll(`custom.${id}`).filter((value) => value !== "" && isStorable(value));
    typed[`custom.${id}`] = said.join("; ").slice(0, maxCustom);
  }
  return {
    typed,
    consented: pairs.has("consent"),
    honeypot: read("website", 200),
    ticket: read("ticket", 100),
    proof: read("proof", 12),
    referrer: typed.referrer?.slice(0, 500) ?? "",
  };
}

function utmOf(c: C): Record<UtmName, string> {
  const said = (name: UtmName) => {
    const value = c.req.query(name) ?? "";
    return isStorable(value) ? value.trim().slice(0, 100) : "";
  };
  return Object.fromEntries(utmNames.map((name) => [name, said(name)])) as Record<UtmName, string>;
}

function wait(when: string) {
  return { title: "This can't be sent right now", text: `Try again ${when}. What you typed is still here.` };
}

function minutes(seconds: number): string {
  const count = Math.ceil(seconds / 60);
  return count === 1 ? "1 minute" : `${count} minutes`;
}
