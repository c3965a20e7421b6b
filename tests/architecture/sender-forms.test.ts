import { afterAll, beforeAll, expect, test } from "vitest";
import { type Application, startApplication } from "../setup/application";

/** The forms of /sms/settings as a browser without script sends them, from the request to the message. */
let application: Application;
let owner: string;
let platform: string;
let nobody: string;
beforeAll(async () => {
  application = await startApplication();
  owner = await application.cookie("owner@lakeside.test");
  platform = await application.cookie("platform@jibu.test");
  nobody = await application.cookie("nobody@savanna.test");
}, 120_000);
afterAll(() => application.stop());

const text = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
/** The value that a control of this name has as the page comes. */
const typedIn = (html: string, name: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"|<textarea[^>]*name="${name}"[^>]*>([^<]*)<`)
    .exec(html)
    ?.slice(1)
    .find((found) => found !== undefined);

async function read(cookie: string, path: string) {
  const response = await fetch(application.url + path, { headers: { cookie }, redirect: "manual" });
  return { status: response.status, to: response.headers.get("location"), html: await response.text() };
}

async function post(cookie: string, path: string, body: FormData | URLSearchParams) {
  const headers = { cookie, origin: application.url };
  const response = await fetch(application.url + path, { method: "POST", headers, body, redirect: "manual" });
  return { status: response.status, to: response.headers.get("location"), html: await response.text() };
}

const typed = {
  sender: "LAKEPHARM",
  kind: "transactional",
  purpose: "Tells patients that a medicine they asked for is there.",
  sample: "Dear Akinyi, your medicine is here. Lakeside Clinic",
};

function request(changes: Record<string, string> = {}, networks = ["Safaricom", "Airtel"]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ intent: "send", ...typed, ...changes })) form.set(name, value);
  for (const network of networks) form.append("networks", network);
  return form;
}

const letter = () => new File(["%PDF-1.4\n%%EOF\n"], "letter.pdf", { type: "application/pdf" });
const drawer = "/sms/settings/sender/new";

test("what the request lacks is said beside it, and nothing that was typed or sent is lost", async () => {
  const form = request({ sender: "FAR TOO LONG NAME" }, []);
  form.set("upload", letter());
  const { status, html } = await post(owner, drawer, form);
  expect(status).toBe(422);
  expect(text(html)).toContain("Use 1 to 11 letters and digits, with at least one letter.");
  expect(text(html)).toContain("Choose at least one network.");
  expect(typedIn(html, "purpose")).toBe(typed.purpose);
  // The letter was kept, and is ticked to go along with the next post.
  expect(html).toMatch(/<input[^>]*name="file_id"[^>]*checked/);
  expect(text(html)).toContain("letter.pdf");
});

test("a preview shows the message and asks for nothing yet", async () => {
  const { status, html } = await post(owner, drawer, request({ intent: "preview", sender: "LAKEPHARM", purpose: "" }));
  expect(status).toBe(200);
  const preview = text(/<section aria-label="Preview">.*?<\/section>/s.exec(html)?.[0] ?? "");
  expect(preview).toContain("LAKEPHARM");
  expect(preview).toContain("Dear Akinyi, your medicine is here.");
  expect(html).not.toContain('aria-invalid="true"');
  expect(text((await read(owner, "/sms/settings/sender")).html)).not.toContain("LAKEPHARM");
});

test("a request without a paper is refused at the papers", async () => {
  const { status, html } = await post(owner, drawer, request());
  expect(status).toBe(422);
  expect(text(html)).toContain("Attach the letter that says you may use this name.");
});

test("a request goes to the platform, its papers are read there, the decision comes back, and the sender ID sends", async () => {
  const form = request();
  form.set("upload", letter());
  const sent = await post(owner, drawer, form);
  expect([sent.status, sent.to]).toEqual([302, "/sms/settings/sender"]);
  const list = (await read(owner, "/sms/settings/sender?q=LAKEPHARM")).html;
  expect(text(list)).toContain("Pending: Safaricom, Airtel.");
  const id = /\/sms\/settings\/sender\/(\d+)"/.exec(list)?.[1];
  const csv = (await read(owner, "/sms/settings/sender.csv?q=LAKEPHARM")).html;
  expect(csv).toContain("Time requested");
  expect(csv).toContain("LAKEPHARM");

  const waiting = (await read(platform, "/sms/settings/approveSender?q=LAKEPHARM")).html;
  expect(text(waiting)).toContain("Lakeside Clinic 200002");
  const decide = `/sms/settings/approveSender/${id}`;
  const asked = (await read(platform, decide)).html;
  expect(text(asked)).toContain(typed.purpose);
  const paper = /\/sms\/settings\/papers\/\d+\/[\da-f-]{36}/.exec(asked)?.[0] ?? "";
  const link = await read(platform, paper);
  expect(link.status).toBe(302);
  const file = await fetch(new URL(link.to ?? "", application.url));
  expect(file.status).toBe(200);
  expect(await file.text()).toContain("%PDF-1.4");

  const unsaid = await post(
    platform,
    decide,
    new URLSearchParams({ Safaricom: "", Airtel: "", Telkom: "", reason: "" }),
  );
  expect(text(unsaid.html)).toContain("Decide for at least one network.");
  const noReason = await post(platform, decide, new URLSearchParams({ Safaricom: "approve", Airtel: "reject" }));
  expect(noReason.status).toBe(422);
  expect(text(noReason.html)).toContain("Give the reason. The account reads it.");
  expect(noReason.html).toMatch(/<option[^>]*value="reject"[^>]*selected|selected[^>]*value="reject"/);
  const decided = { Safaricom: "approve", Airtel: "reject", reason: "The letter names another company." };
  expect((await post(platform, decide, new URLSearchParams(decided))).to).toBe("/sms/settings/approveSender");

  const answer = text((await read(owner, `/sms/settings/sender/${id}`)).html);
  expect(answer).toContain("Approved on 1 of 2");
  expect(answer).toContain("The letter names another company.");
  expect((await read(owner, "/sms/send")).html).toMatch(/<option value="LAKEPHARM"(?! disabled)/);
});

test("an assignment is approved at once; an account that is not there is said beside its field", async () => {
  const body = (account: string) => {
    const form = new URLSearchParams({
      customer_account: account,
      sender: "LAKEGIFT",
      kind: "transactional",
      note: "",
    });
    for (const network of ["Safaricom", "Airtel", "Telkom"]) form.append("networks", network);
    return form;
  };
  const wrong = await post(platform, "/sms/settings/assignSender", body("777777"));
  expect(wrong.status).toBe(422);
  expect(text(wrong.html)).toContain("There is no account with this number.");
  expect(typedIn(wrong.html, "sender")).toBe("LAKEGIFT");
  expect((await post(platform, "/sms/settings/assignSender", body("200002"))).to).toBe("/sms/settings/assignSender");
  expect(text((await read(owner, "/sms/settings/sender?q=LAKEGIFT")).html)).toContain("Approved: all networks.");
});

test("the first two views are open to all with the product, the last three are not (R098)", async () => {
  expect((await read(nobody, "/sms/settings")).to).toBe("/sms/settings/sender");
  expect((await read(nobody, "/sms/settings/sender")).status).toBe(200);
  expect((await read(nobody, drawer)).status).toBe(200);
  for (const page of ["approveSender", "allSender", "assignSender", "approveSender/1", "allSender/1", "allSender.csv"])
    expect((await read(nobody, `/sms/settings/${page}`)).to, page).toMatch(/^\/notAllowed/);
  const other = await post(nobody, "/sms/settings/assignSender", new URLSearchParams({ customer_account: "100001" }));
  expect(other.to).toMatch(/^\/notAllowed/);
});

test("the set-up of SMS leads to the request while there is no sender ID of one's own", async () => {
  const need = "A sender ID of your own; until then you send from the shared one";
  expect(text((await read(owner, "/setup/sms")).html)).toContain(`${need} Done`);
  // The platform's own account holds SMS and has none.
  const { html } = await read(platform, "/setup/sms");
  expect(text(html)).toContain(`${need} To do Set up`);
  expect(html).toMatch(/<a[^>]*href="\/sms\/settings\/sender\/new"/);
});

test("the platform's first page leads to the sender IDs that wait", async () => {
  expect((await read(platform, "/jibu/admin")).html).toMatch(
    /<a[^>]*href="\/sms\/settings\/approveSender"[^>]*>\s*Sender IDs/,
  );
});
