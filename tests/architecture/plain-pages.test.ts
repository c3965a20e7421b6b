import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Application, startApplication } from "../setup/application";
import { asOwner } from "../setup/database";

/** The guest pages of a survey as a telephone with a slow line loads them. */
let application: Application;
beforeAll(async () => {
  application = await startApplication();
}, 120_000);
afterAll(() => application.stop());

const link = "/respond/after-delivery-demo";
const maxBytes = 60_000;

/** What comes over the line for an address: its head and its body as they are sent, compressed. */
function transfer(path: string): Promise<{ bytes: number; status: number }> {
  return new Promise((resolve, reject) => {
    const asked = request(application.url + path, { headers: { "accept-encoding": "gzip, deflate, br" } }, (answer) => {
      let bytes = answer.rawHeaders.join(": ").length;
      answer.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on("end", () => resolve({ bytes, status: answer.statusCode ?? 0 }));
    });
    asked.on("error", reject);
    asked.end();
  });
}

/** Every address that a page or a style sheet loads by itself. */
function loads(text: string): string[] {
  const tags = text.match(/<(?:link|script|img|iframe|source|use)\b[^>]*>/g) ?? [];
  const named = tags.flatMap((tag) => / (?:href|data-href|src)="([^"]+)"/.exec(tag)?.[1] ?? []);
  const sheets = [...text.matchAll(/(?:url\(|@import )["']?([^"')]+)/g)].map(([, address = ""]) => address);
  return [...named, ...sheets].flatMap((address) => (address.startsWith("data:") ? [] : (address.split("#")[0] ?? [])));
}

/** @param addresses what is loaded first, and then all that this loads */
async function wholePage(...addresses: string[]): Promise<{ bytes: number; addresses: string[] }> {
  let bytes = 0;
  for (const address of addresses) {
    const { bytes: own, status } = await transfer(address);
    expect([address, status]).toEqual([address, 200]);
    bytes += own;
    if (!/\.(svg|woff2|png)$/.test(address))
      for (const more of loads(await (await fetch(application.url + address)).text()))
        if (!addresses.includes(more)) addresses.push(more);
  }
  return { bytes, addresses };
}

/** Begins to answer; answers the address of the response, and whether a cookie was set. */
async function begin(query = ""): Promise<{ path: string; cookie: string | null }> {
  const begun = await post(link + query, { language: "en" });
  expect(begun.status).toBe(302);
  return { path: begun.headers.get("location") ?? "", cookie: begun.headers.get("set-cookie") };
}

/** A form of a page, sent as a browser without cookies sends it, also from inside a frame of another site. */
function post(path: string, fields: Record<string, string> | [string, string][]): Promise<Response> {
  const headers = { origin: application.url, "sec-fetch-site": "same-origin" };
  return fetch(application.url + path, {
    ...{ method: "POST", headers, body: new URLSearchParams(fields), redirect: "manual" },
  });
}

/** The questions of a page with the first of what can be chosen for each. */
function firstAnswers(html: string): [string, string][] {
  const inputs = html.match(/<input [^>]*>/g) ?? [];
  const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
  return [...html.matchAll(/name="question" value="(\d+)"/g)].flatMap(([, id = ""]) => {
    const first = inputs.find((tag) => attribute(tag, "name").startsWith(`q${id}.`));
    const given: [string, string][] = first ? [[attribute(first, "name"), attribute(first, "value")]] : [];
    return [["question", id], ...given] as [string, string][];
  });
}

const read = async (path: string, cookie?: string) => {
  const answer = await fetch(application.url + path, {
    ...(cookie ? { headers: { cookie } } : {}),
    redirect: "manual",
  });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
};
/** Where a page goes by itself, and after how many seconds. */
const refresh = (html: string) => /<meta http-equiv="refresh" content="(\d+); url=([^"]+)"/.exec(html)?.slice(1);

/** Sets what the owner of the demo's survey chooses for its web page. */
async function setWebPage(body: object): Promise<void> {
  const headers = {
    authorization: `Bearer ${await application.token("owner@savanna.test")}`,
    "content-type": "application/json",
  };
  const set = await fetch(`${application.url}/api/survey/surveys/5a1e0d00-0000-4000-8000-000000000001/web-page`, {
    ...{ method: "PUT", headers, body: JSON.stringify({ interaction_mode: "conversation", ...body }) },
  });
  expect(set.status).toBe(201);
}

describe("a page of a survey", () => {
  test("is at most 60 KB with all that it loads, its first page and its questions", async () => {
    for (const path of [link, (await begin()).path]) {
      const { bytes, addresses } = await wholePage(path);
      expect(addresses.filter((address) => address.endsWith(".css"))).toHaveLength(1);
      expect(bytes).toBeGreaterThan(2_000);
      expect(bytes).toBeLessThan(maxBytes);
    }
  });

  test("is so with an error too, whose icon has its line from the style sheet", async () => {
    const { path } = await begin();
    const [question] = firstAnswers((await read(path)).html);
    const html = await (await post(path, question ? [question] : [])).text();
    expect(html).toContain('class="lucide"');
    const { bytes, addresses } = await wholePage(path, ...loads(html));
    expect(addresses.some((address) => address.endsWith(".svg") && address.startsWith("/assets/icons-"))).toBe(true);
    expect(bytes + html.length).toBeLessThan(maxBytes);
    const sheet = addresses.find((address) => address.endsWith(".css")) ?? "";
    expect(await (await fetch(application.url + sheet)).text()).toMatch(/\.lucide\{[^}]*fill:none/);
  });

  test("comes with a small program of its own, without that of the application and without a font", async () => {
    for (const path of [link, (await begin()).path]) {
      const { addresses } = await wholePage(path);
      const [program = "", ...more] = addresses.filter((address) => /\.(js|woff2)$/.test(address));
      expect([program.replace(/-\w{8}\./, "."), more]).toEqual(["/assets/respond.js", []]);
      expect((await transfer(program)).bytes).toBeLessThan(6_000);
      expect(await (await fetch(application.url + path)).text()).not.toContain("__remix");
    }
  });

  test("runs that program alone, and tells nobody else anything", async () => {
    for (const path of [link, (await begin()).path]) {
      const { headers, html } = await read(path);
      const policy = headers.get("content-security-policy")?.split("; ") ?? [];
      expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'", "connect-src 'self'"]));
      expect(html.match(/<script\b[^>]*>/g)).toEqual([expect.stringMatching(/^<script src="[^"]+" defer="">$/)]);
      expect(html).not.toMatch(/ on\w+="/);
    }
  });

  test("that is not there says so in the same plain way", async () => {
    const answer = await fetch(`${application.url}/respond/${"a".repeat(16)}`);
    const html = await answer.text();
    expect(answer.status).toBe(404);
    expect(html).toContain("There is no such survey.");
    expect(html).not.toContain("<script");
    expect(html).toMatch(/<link rel="stylesheet" href="\/assets\/plain-/);
  });
});

describe("a page in a frame", () => {
  const ancestors = (headers: Headers) =>
    /frame-ancestors [^;]*/.exec(headers.get("content-security-policy") ?? "")?.[0];

  test("is shown by the sites that the survey names, and by no others", async () => {
    await setWebPage({});
    expect(ancestors((await read(link)).headers)).toBe("frame-ancestors 'none'");
    await setWebPage({ frame_origins: ["https://shop.example", "https://www.shop.example:8443"] });
    for (const path of [link, (await begin()).path]) {
      const { headers } = await read(path);
      expect(ancestors(headers)).toBe("frame-ancestors https://shop.example https://www.shop.example:8443");
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    }
    expect(ancestors((await read("/login")).headers)).toBe("frame-ancestors 'none'");
    await setWebPage({});
    expect(ancestors((await read((await begin()).path)).headers)).toBe("frame-ancestors 'none'");
  });

  test("is answered without a cookie, and its errors are shown in the same frame", async () => {
    await setWebPage({ frame_origins: ["https://shop.example"] });
    const { path } = await begin();
    const wrong = await post(path, {});
    expect(wrong.status).toBe(302);
    const first = firstAnswers((await read(path)).html);
    const refused = await post(path, first.slice(0, 1));
    expect(refused.status).toBe(422);
    expect(ancestors(refused.headers)).toBe("frame-ancestors https://shop.example");
    expect(await refused.text()).toContain('aria-invalid="true"');
    const answered = await post(path, first);
    expect([answered.status, answered.headers.get("location")]).toEqual([302, path]);
    expect((await read(path)).html).toContain("Question 2 of up to 5");
    await setWebPage({});
  });
});

describe("all questions on one page", () => {
  test("keeps what was typed where another question has an error, and leads to each", async () => {
    await setWebPage({ interaction_mode: "page" });
    const { path } = await begin();
    const { html } = await read(path);
    expect(html).toContain("Question 1 of up to 5");
    await post(path, firstAnswers(html));
    const page = (await read(path)).html;
    expect(page).toContain("Questions 2 to 3 of up to 5");
    const [[, mark = ""] = [], , ...call] = firstAnswers(page);
    const refused = await post(path, [["question", mark], ...call]);
    const again = await refused.text();
    expect(refused.status).toBe(422);
    expect(again).toContain("There is a problem");
    expect(again).toContain(`href="#answer-${mark}"`);
    expect(again).toContain(`id="answer-${mark}"`);
    expect(again.match(/aria-invalid="true"/g)).toHaveLength(1);
    expect(again.match(/ checked=""/g)).toHaveLength(1);
    await setWebPage({});
  });
});

describe("a shared tablet", () => {
  test("begins a new response for each person, and never resumes one", async () => {
    const resumable = await begin();
    const cookie = resumable.cookie?.split(";")[0] ?? "";
    expect((await read(link, cookie)).status).toBe(302);
    const start = await read(`${link}?kiosk=1`, cookie);
    expect(start.status).toBe(200);
    expect(start.html).not.toContain("You can close this page");
    expect(refresh(start.html)).toBeUndefined();
    const kiosk = await begin("?kiosk=1");
    expect(kiosk.cookie).toMatch(/^survey-kiosk=/);
    expect((await read(link, kiosk.cookie?.split(";")[0])).status).toBe(200);
    expect(kiosk.path).toMatch(/\?kiosk=1$/);
  });

  test("leaves a response that someone abandoned, and goes back to the start after the last question", async () => {
    const { path } = await begin("?kiosk=1");
    const { html } = await read(path);
    expect(refresh(html)).toEqual(["180", `${link}?kiosk=1`]);
    expect(html).toMatch(/<a[^>]*href="\/respond\/after-delivery-demo\?kiosk=1"[^>]*>Start over/);
    const session = path.split("?")[0] ?? "";
    const asked = [firstAnswers(html)];
    for (let page = html; asked.at(-1)?.length !== 0; page = (await read(path)).html) {
      asked.push(firstAnswers(page));
      expect((await post(path, asked.at(-1) ?? [])).headers.get("location")).toBe(path);
    }
    const thanks = await read(path);
    expect(thanks.html).toContain("Thank you.");
    expect(refresh(thanks.html)).toEqual(["10", `${link}?kiosk=1`]);
    expect(refresh((await read(session)).html)).toBeUndefined();
    // Sent again by somebody who went back.
    expect((await post(path, asked[0] ?? [])).headers.get("location")).toBe(path);
  });

  test("shows nobody the answers of someone after the start was open, within the minutes too", async () => {
    const { path, cookie } = await begin("?kiosk=1");
    const held = cookie?.split(";")[0] ?? "";
    const first = firstAnswers((await read(path, held)).html);
    await post(path, first);
    const back = `${path}&question=${first[0]?.[1]}`;
    expect((await read(back, held)).html).toMatch(/ checked=""/);
    const start = (await read(`${link}?kiosk=1`, held)).headers.get("set-cookie")?.split(";")[0] ?? "";
    const next = (await begin("?kiosk=1")).cookie?.split(";")[0] ?? "";
    for (const tablet of [start, next])
      for (const address of [path, back]) {
        const { status, headers } = await read(address, tablet);
        expect([status, headers.get("location")]).toEqual([302, `${link}?kiosk=1`]);
        expect(headers.get("cache-control")).toContain("no-store");
      }
    // What is sent later, by a page without a network, arrives all the same, and changes nothing for whoever is there.
    const late = await post(path.split("?")[0] ?? "", firstAnswers((await read(path)).html));
    expect([late.status, late.headers.get("location")]).toEqual([302, path.split("?")[0]]);
    expect(late.headers.get("set-cookie")).toBeNull();
  });

  test("begins what was given without a network once, and sets no cookie for it", async () => {
    const own = { session: "offline-tablet-0123456789", version: "1", language: "en" };
    for (const _ of [1, 2]) {
      const begun = await post(link, own);
      expect([begun.status, begun.headers.get("location")]).toEqual([302, `${link}/${own.session}`]);
      expect(begun.headers.get("set-cookie")).toBeNull();
    }
  });

  test("shows nobody the answers of someone who left, whatever is pressed", async () => {
    const { path } = await begin("?kiosk=1");
    expect((await read(path)).status).toBe(200);
    await asOwner(
      application.databaseUrl,
      `alter table survey.sessions no force row level security;
        update survey.sessions set active_at = now() - interval '181 seconds'
          where id = (select max(id) from survey.sessions);
        alter table survey.sessions force row level security`,
    );
    const back = await read(path);
    expect([back.status, back.headers.get("location")]).toEqual([302, `${link}?kiosk=1`]);
    // The same response at its own address goes on as before.
    expect((await read(path.split("?")[0] ?? "")).status).toBe(200);
  });
});
