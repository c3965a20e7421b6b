import { afterEach, describe, expect, test } from "vitest";
import { type SandboxMpesa, startMpesa } from "../../sandbox/mpesa";
import { mpesaPages } from "../../sandbox/mpesa-pages";
import { answers } from "../../sandbox/mpesa-prompt";
import { mpesa } from "../../services/connectors/mpesa/mpesa";

let sandbox: SandboxMpesa | undefined;
afterEach(() => sandbox?.close());

async function prompted() {
  sandbox = await startMpesa({ mute: true });
  const connector = mpesa({ url: sandbox.url, ...sandbox.credentials });
  const callbackUrl = "http://127.0.0.1:1/callbacks/mpesa/x";
  const prompt = { phone: "+254712345678", cents: 150_000, account: "100001", description: "Top up", callbackUrl };
  const pushed = await connector.push(prompt);
  if (pushed.kind !== "prompted") throw new Error("it was not prompted");
  return { sandbox, pages: mpesaPages(sandbox), id: pushed.checkoutId };
}

const post = (fields: Record<string, string>) => ({ method: "POST", body: new URLSearchParams(fields) });

describe("the handset in a browser", () => {
  test("shows who asks for how much, and a button for everything that can happen; no script", async () => {
    const { pages } = await prompted();
    const html = await (await pages.request("/")).text();
    expect(html).toContain("+254 712 345 678");
    expect(html).toContain("KES 1,500 to JIBU account no. 100001");
    for (const how of answers) expect(html).toContain(`value="${how}"`);
    expect(html).not.toContain("<script");
  });

  test("a pressed button answers the prompt once and leads back to the page", async () => {
    const { sandbox, pages, id } = await prompted();
    const response = await pages.request(`/answer/${id}`, post({ how: "approve" }));
    expect([response.status, response.headers.get("location")]).toEqual([303, "/sandbox/mpesa"]);
    await pages.request(`/answer/${id}`, post({ how: "refuse" }));
    expect(sandbox.prompts()[0]).toMatchObject({ answered: "approve", code: 0 });
    expect(await (await pages.request("/")).text()).toContain("paid, S");
  });

  test("an unknown prompt and an unknown answer change nothing", async () => {
    const { sandbox, pages, id } = await prompted();
    expect((await pages.request("/answer/nobody", post({ how: "approve" }))).status).toBe(303);
    await pages.request(`/answer/${id}`, post({ how: "rob" }));
    expect(sandbox.prompts()[0]?.answered).toBeNull();
  });

  test("the moods are set by a form", async () => {
    const { sandbox, pages } = await prompted();
    await pages.request("/moods", post({ automatic: "twice", mute: "1", deaf: "1" }));
    expect(sandbox.behaviour).toMatchObject({ automatic: ["twice"], mute: true, query: "broken" });
    await pages.request("/moods", post({ automatic: "" }));
    expect(sandbox.behaviour).toMatchObject({ automatic: null, mute: false, query: "answer" });
  });
});
