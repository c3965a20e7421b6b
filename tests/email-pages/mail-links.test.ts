import type { LoaderFunctionArgs } from "@remix-run/node";
import { expect, test } from "vitest";
import { loader as click } from "../../app/mail/click.$token.$link";
import { loader as open } from "../../app/mail/open.$token";

type RecordedCall = { params: object; body: object };

/** The loader of a route with an e-mail service that answers this. */
async function visit(
  loader: (args: LoaderFunctionArgs) => Promise<unknown>,
  { answer, params = {}, init = {} }: { answer: object; params?: Record<string, string>; init?: RequestInit },
) {
  const asked: RecordedCall[] = [];
  const call = async (input: RecordedCall) => {
    asked.push(input);
    return answer;
  };
  const context = {
    clientsFor: () => ({ email: { recordClick: call, recordOpen: call } }),
    settings: {},
    requestId: "t",
    address: "10.0.0.1",
  };
  const request = new Request("https://jibu.test/mail/click/code/0?to=https://evil.test&target=//evil.test", init);
  const came = await loader({ request, params, context } as never).catch((thrown: unknown) => thrown);
  return { came, asked };
}

test("a click leads where the service says, whatever its address says", async () => {
  const answer = { status: 200, body: { target: "https://shop.test/?a=1" } };
  const { came, asked } = await visit(click, { answer, params: { token: "code", link: "3" } });
  expect((came as Response).status).toBe(302);
  expect((came as Response).headers.get("location")).toBe("https://shop.test/?a=1");
  expect(asked).toEqual([{ params: { token: "code", link: 3 }, body: { ahead: false } }]);
});

test("a link that is not ours shows a page with its status and leads nowhere", async () => {
  const answer = { status: 404, body: { status: 404, message: "This link is not one of ours." } };
  const { came, asked } = await visit(click, { answer, params: { token: "x", link: "https://evil.test" } });
  expect(came).toMatchObject({ data: { why: "This link is not one of ours." }, init: { status: 404 } });
  expect(asked).toMatchObject([{ params: { link: 10_000 } }]);
});

test("the picture is a dot, also where nothing is counted; HEAD and loading ahead are told", async () => {
  const good = await visit(open, { answer: { status: 200, body: {} }, params: { token: "code" } });
  const picture = good.came as Response;
  expect(picture.headers.get("content-type")).toBe("image/gif");
  expect(picture.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  expect(picture.headers.get("cache-control")).toContain("no-store");
  expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(30);
  const wrong = await visit(open, { answer: { status: 404, body: {} }, init: { method: "HEAD" } });
  expect((wrong.came as Response).headers.get("content-type")).toBe("image/gif");
  expect(wrong.asked).toMatchObject([{ body: { ahead: true } }]);
  const ahead = await visit(open, {
    answer: { status: 200, body: {} },
    init: { headers: { "sec-purpose": "prefetch" } },
  });
  expect(ahead.asked).toMatchObject([{ body: { ahead: true } }]);
});
