import { createCookie } from "@remix-run/node";
import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emailFixture, type Fixture, until } from "../email/fixtures";

const settings = {
  sessionSecret: "a-secret-for-tests-that-is-long-enough",
  secure: false,
  clientId: "jibu-web",
  demo: false,
};
const user = {
  ...{ id: "1", name: "Wanjiru Maina", email: "owner@savanna.test", profile_url: "", customer_account: "100001" },
  ...{ account_name: "Savanna Traders", time_zone: "Africa/Nairobi", user_group: "1", roles: [{ name: "Owner" }] },
  ...{ permissions: [], products: [{ name: "Email" }], billing_customer_id: "b-100001" },
};

let given: Fixture;
let cookie: string;
beforeAll(async () => {
  given = await emailFixture();
  given.work();
  cookie = await createCookie("auth._token.local", { secrets: [settings.sessionSecret] }).serialize("a-token");
});
afterAll(() => given?.stop());

/** The services of the fixture, asked as its owner; everything else as a page sees it. */
function context() {
  const asOwner = new Proxy({}, { get: (_, name: string) => (input: object) => given.ask(name, input) });
  const others = given.deps.clientsOfAccount("100001");
  const identity = {
    details: async () => ({ status: 200, body: { user } }),
    listSettings: async () => ({ status: 200, body: { views: [], columns: [], data: [] } }),
  };
  const messaging = { allGroups: async () => ({ status: 200, body: { data: await given.groups() } }) };
  const api = { email: asOwner, billing: others.billing, messaging, identity, uploads: others.uploads };
  return { clientsFor: () => api, settings, requestId: "r", address: "", nonce: "", origin: "http://test.local" };
}

type RouteModule = { loader?: unknown; action?: unknown; default?: unknown };

/** A page as a browser without script gets it: the HTML, or where it leads. */
async function open(path: string, module: RouteModule, url: string, form?: Record<string, string | string[]>) {
  const Page = module.default as ComponentType;
  const route = { id: "page", path, loader: module.loader, action: module.action, element: createElement(Page) };
  const handler = createStaticHandler([route as never]);
  const body =
    form &&
    new URLSearchParams(Object.entries(form).flatMap(([name, value]) => [value].flat().map((one) => [name, one])));
  const request = new Request(`http://test.local${url}`, {
    headers: { cookie },
    ...(body ? { method: "POST", body } : {}),
  });
  const found = await handler.query(request, { requestContext: context() });
  if (found instanceof Response) return { to: found.headers.get("location") ?? "", html: "", status: found.status };
  for (const error of Object.values(found.errors ?? {})) throw error;
  const router = createStaticRouter(handler.dataRoutes, found);
  const html = renderToStaticMarkup(<StaticRouterProvider router={router} context={found} hydrate={false} />);
  return { to: "", html, status: found.statusCode };
}
const words = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

test("a template is written block after block, each button a post, and seen at two widths", async () => {
  const editor = await import("../../app/email/template.new");
  const path = "/email/template/new";
  const typed = {
    ...{
      name: "Sale",
      subject: "Sale",
      preheader: "",
      text: "",
      "blocks[0].kind": "heading",
      "blocks[0].text": "Half price",
    },
    ...{ "blocks[1].kind": "text", "blocks[1].text": "Dear {{first_name|customer}}" },
  };
  expect((await open(path, editor, path)).html).toContain("Save the template");
  const more = await open(path, editor, path, { ...typed, intent: "add button" });
  expect(more.html).toContain("Button, block 3");
  expect(more.html).toContain("Half price");
  const wrong = await open(path, editor, path, {
    ...typed,
    ...{
      intent: "save",
      "blocks[2].kind": "button",
      "blocks[2].label": "Shop",
      "blocks[2].link": "javascript:alert(1)",
    },
  });
  expect(words(wrong.html)).toContain("Enter a whole address, such as https://example.com/offers.");
  const moved = await open(path, editor, path, { ...typed, intent: "down 0" });
  expect(moved.html.indexOf("Dear {{first_name")).toBeLessThan(moved.html.indexOf("Half price"));
  const saved = await open(path, editor, path, { ...typed, intent: "preview" });
  expect(saved.to).toMatch(/^\/email\/template\/\d+\/preview$/);
  const preview = await import("../../app/email/template.$id.preview");
  const seen = await open("/email/template/:id/preview", preview, saved.to);
  expect(words(seen.html)).toContain("Dear Wanjiru");
  expect(seen.html.match(/<iframe/g)).toHaveLength(2);
  const frame = await import("../../app/email/template.$id.html");
  const answer = (await frame.loader({
    ...{ request: new Request(`http://test.local${saved.to}?look=dark`, { headers: { cookie } }), context: context() },
    params: { id: /\d+/.exec(saved.to)?.[0] },
  } as never)) as Response;
  expect(answer.headers.get("content-security-policy")).toContain("sandbox; default-src 'none'");
  expect(await answer.text()).toContain("@media all");
});

test("an email is composed, priced, confirmed and followed in the outbox", async () => {
  const group = await given.group([{ email: "asha@mail.test", name: "Asha Otieno" }, { email: "b@mail.test" }]);
  const bulk = await import("../../app/email/bulk");
  const page = await open("/email/bulk", bulk, "/email/bulk");
  const key = /name="key" value="([^"]+)"/.exec(page.html)?.[1] ?? "";
  const form = {
    key,
    group_ids: String(group),
    sender: "news@savanna.test",
    subject: "Hello {{first_name}}",
    body: "Habari",
    when: "now",
  };
  const priced = await open("/email/bulk", bulk, "/email/bulk", { ...form, intent: "price" });
  expect(words(priced.html)).toContain("first_name: 1 without a value");
  const nothing = await open("/email/bulk", bulk, "/email/bulk", { ...form, subject: "", intent: "review" });
  expect(words(nothing.html)).toContain("Enter a subject.");
  const reviewed = await open("/email/bulk", bulk, "/email/bulk", {
    ...form,
    ...{
      "missing[0].field": "first_name",
      "missing[0].choice": "default",
      "missing[0].text": "friend",
      intent: "review",
    },
  });
  expect(reviewed.to).toMatch(/^\/email\/bulk\/confirm\?id=\d+/);
  const confirm = await import("../../app/email/bulk.confirm");
  const asked = await open("/email/bulk/confirm", confirm, reviewed.to);
  expect(words(asked.html)).toContain("Send 2 emails?");
  expect(words(asked.html)).toContain("per email");
  const sent = await open("/email/bulk/confirm", confirm, reviewed.to, { intent: "send" });
  expect(sent.to).toMatch(/^\/email\/outbox\/\d+$/);
  await until("both are there", async () => given.host.mails({ text: "Habari" }).length === 2);
  expect(given.host.mails({ to: "b@mail.test" })[0]?.subject).toBe("Hello friend");
  await given.ended(Number(/\d+$/.exec(sent.to)?.[0]));
  const outbox = await open("/email/outbox/:id", await import("../../app/email/outbox.$id"), sent.to);
  expect(words(outbox.html)).toContain("Hello {{first_name}}");
  const again = await open("/email/bulk", bulk, `/email/bulk?copy=${/\d+$/.exec(sent.to)?.[0]}`);
  expect(again.html).toContain('value="Hello {{first_name}}"');
});

test.each([
  ["/email/single", "Email addresses", () => import("../../app/email/single")],
  ["/email/outbox", "Hello {{first_name}}", () => import("../../app/email/outbox")],
  ["/email/bulk_outbox", "Hello {{first_name}}", () => import("../../app/email/bulk_outbox")],
  ["/email/single_outbox", "No emails yet", () => import("../../app/email/single_outbox")],
  ["/email/template", "Sale", () => import("../../app/email/template")],
  ["/email/signature", "The account's", () => import("../../app/email/signature")],
  ["/email/domains", "savanna.test", () => import("../../app/email/domains")],
  ["/email/domains/1", "v=DKIM1", () => import("../../app/email/domains.$id")],
  ["/email/lists", "No list yet", () => import("../../app/email/lists")],
  ["/email/host", "the platform's mail host", () => import("../../app/email/host")],
  ["/email/suppressions", "No suppressed addresses", () => import("../../app/email/suppressions")],
  ["/dashboard/email", "Proved domains", () => import("../../app/dashboard/email")],
])("%s shows %s", async (url, shown, load) => {
  const page = await open(url.replace("/1", "/:id"), (await load()) as RouteModule, url);
  expect(page.html.replace(/&#x27;/g, "'")).toContain(shown);
});

test("a reader's link shows whose emails it ends and changes nothing; a post from a mail program acts at once", async () => {
  const [mail] = given.host.mails({ to: "b@mail.test", text: "Habari" });
  const link = /https:\/\/jibu\.test(\/unsubscribe\/[\w.-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  const page = await import("../../app/unsubscribe/$token");
  const looked = await open("/unsubscribe/:token", page, link);
  expect(words(looked.html)).toContain("Stop all emails from Savanna Traders to b@mail.test.");
  expect((await given.ask("suppressions")).body.total).toBe(0);
  cookie = "";
  const done = await open("/unsubscribe/:token", page, link, { "List-Unsubscribe": "One-Click" });
  expect(done.status).toBe(200);
  expect(words(done.html)).toContain("You are unsubscribed");
  expect((await given.ask("suppressions")).body.data[0]).toMatchObject({
    address: "b@mail.test",
    source: "unsubscribe",
  });
  expect((await open("/unsubscribe/:token", page, `${link}0`)).status).toBe(404);
});
