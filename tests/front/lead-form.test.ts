import { Hono } from "hono";
import { expect, test } from "vitest";
import { leadFormEndpoint } from "../../front/lead-form";
import type { GateEnv } from "../../front/proxies";
import type { PublicForm } from "../../services/crm/forms/arrive";
import type { Entry, EntryResult, FormVisitors } from "../../services/crm/forms/visitors";

const form: PublicForm = {
  ...{ account: "100001", id: 1, key: "k", name: "Site", title: "<b>Write</b> to us", intro: "", button: "Send" },
  fields: [
    { field: "name", label: 'Your "name"', required: true },
    { field: "message", label: "Message", required: false },
  ],
  custom: [],
  ...{ thanks: "", consent: "I agree.", double_opt_in: false, manager_ids: [], sites: ["shop.example"] },
};

/** The endpoint behind a gate that has seen the request. */
function stage(result: EntryResult = { kind: "thanks" }, shown = form) {
  const sent: Entry[] = [];
  const forms = {
    find: async (key: string) => (key === "k" ? shown : undefined),
    ticket: () => "a-ticket",
    send: async (_: PublicForm, entry: Entry) => {
      sent.push(entry);
      return result;
    },
    waits: async () => true,
    confirm: async () => true,
  } satisfies FormVisitors;
  const app = new Hono<GateEnv>();
  app.use(async (c, next) => {
    c.set("nonce", "n0nce");
    c.set("address", "192.0.2.1");
    await next();
  });
  app.route("/lead-form", leadFormEndpoint({ forms, log: { error: () => undefined } }));
  const post = (body: Record<string, string> | URLSearchParams, query = "") =>
    app.request(`/lead-form/k${query}`, { method: "POST", body: new URLSearchParams(body) });
  return { app, sent, post };
}

test("the page needs no script, says nothing of the account, and may be framed by the form's sites alone", async () => {
  const { app } = stage();
  const answer = await app.request("/lead-form/k");
  const html = await answer.text();
  expect(answer.status).toBe(200);
  expect(answer.headers.get("set-cookie")).toBeNull();
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const policy = answer.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors https://shop.example http://shop.example");
  expect(html).toContain("&lt;b&gt;Write&lt;/b&gt; to us");
  expect(html).toContain("Your &quot;name&quot;");
  expect(html).toContain('name="ticket" value="a-ticket"');
  expect(html).not.toContain("100001");
});

test("what was sent comes with the campaign of the address and where the visitor came from, each of them bounded", async () => {
  const { post, sent } = stage();
  const long = "x".repeat(9_000);
  const body = { name: "Amina", message: long, consent: "1", ticket: "t", proof: "7", referrer: `https://a/${long}` };
  const answer = await post(body, `?utm_source=facebook&utm_term=${"y".repeat(400)}`);
  expect(await answer.text()).toContain("Thank you");
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ consented: true, honeypot: "", proof: "7", address: "192.0.2.1" });
  expect(sent[0]?.utm).toMatchObject({ utm_source: "facebook", utm_campaign: "", utm_term: "y".repeat(100) });
  expect(sent[0]?.typed.message?.length).toBe(2_500);
  expect(sent[0]?.referrer.length).toBe(500);
});

test("a refused entry keeps what was typed, escaped, with the words at the field", async () => {
  const { post } = stage({ kind: "refused", errors: { name: "Enter your name." } });
  const answer = await post({ message: '"><script>alert(1)</script>', consent: "1" });
  const html = await answer.text();
  expect(answer.status).toBe(422);
  expect(html).toContain('<a href="#name">Enter your name.</a>');
  expect(html).toContain('aria-invalid="true" aria-describedby="name-error"');
  expect(html).toContain("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(html).toContain('id="consent" name="consent" value="1" checked');
});

test("too many entries are told when to try again, and what was typed stays", async () => {
  const { post } = stage({ kind: "too often", retryAfter: 90 });
  const answer = await post({ name: "Brian" });
  expect(answer.status).toBe(429);
  expect(answer.headers.get("retry-after")).toBe("90");
  const html = await answer.text();
  expect(html).toContain("Try again in 2 minutes.");
  expect(html).toContain('value="Brian"');
});

test("a form that is closed, or that there never was, has one answer, in no frame", async () => {
  const { app } = stage();
  for (const path of ["/lead-form/other", "/lead-form/k/elsewhere/1"]) {
    const answer = await app.request(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(await answer.text()).toContain("This form is closed");
  }
});

test("opening the link of a mail shows a button; pressing it confirms", async () => {
  const { app } = stage();
  expect(await (await app.request("/lead-form/k/confirm/1.x")).text()).toContain("<button>Confirm</button>");
  const confirmed = await app.request("/lead-form/k/confirm/1.x", { method: "POST" });
  expect(await confirmed.text()).toContain("Thank you");
});

const custom = {
  kind: "lead",
  required: false,
  unique: false,
  help: "For us alone",
  currency: "KES",
  archived: false,
} as const;
const choices = [
  { id: 1, label: "Gold", archived: false },
  { id: 2, label: "Silver <b>", archived: false },
  { id: 3, label: "Bronze", archived: true },
];
const withCustom: PublicForm = {
  ...form,
  fields: [
    ...form.fields,
    { field: "custom.5", label: "Budget", required: true },
    { field: "custom.6", label: "Plan", required: false },
    { field: "custom.7", label: "Interests", required: false },
  ],
  custom: [
    { ...custom, id: 5, name: "b", type: "money", choices: [] },
    { ...custom, id: 6, name: "p", type: "choice", choices },
    { ...custom, id: 7, name: "i", type: "choices", choices },
  ],
};

test("custom fields are asked for by their types, sent as one value each, and kept as typed after an error", async () => {
  const refused = { kind: "refused", errors: { "custom.5": "Budget: Enter an amount such as 12,500." } } as const;
  const { app, sent, post } = stage(refused, withCustom);
  const fresh = await (await app.request("/lead-form/k")).text();
  expect(fresh).toContain("Budget (KES)");
  expect(fresh).toMatch(/<select id="custom.6" name="custom.6">.*<option>Gold<\/option>/);
  expect(fresh).not.toContain("Bronze");
  expect(fresh).not.toContain("For us alone");
  const pairs = new URLSearchParams({ name: "A", "custom.5": "many <b>", "custom.6": "Gold", "custom.99": "x" });
  pairs.append("custom.7", "Gold");
  pairs.append("custom.7", "Silver <b>");
  const answer = await post(pairs);
  expect(answer.status).toBe(422);
  expect(sent[0]?.typed).toMatchObject({ "custom.5": "many <b>", "custom.6": "Gold", "custom.7": "Gold; Silver <b>" });
  expect(sent[0]?.typed).not.toHaveProperty("custom.99");
  const html = await answer.text();
  expect(html).toContain('href="#custom.5"');
  expect(html).toMatch(/name="custom.5" required aria-invalid="true"[^>]*value="many &lt;b&gt;"/);
  expect(html).toContain("<option selected>Gold</option>");
  expect(html.match(/type="checkbox"[^>]*name="custom.7"[^>]*checked/g)).toHaveLength(2);
});
