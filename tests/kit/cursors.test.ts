import { describe, expect, test } from "vitest";
import { z } from "zod";
import { inProcess } from "../../services/kit/client";
import { contract, id, pageSchema, paging, sortField } from "../../services/kit/contract";
import { cursorSealer } from "../../services/kit/cursors";
import type { Person } from "../../services/kit/principal";
import { serve } from "../../services/kit/serve";

const secret = "a secret of the test that is long enough";

describe("a cursor", () => {
  const { seal, open } = cursorSealer(secret);
  const place = JSON.stringify(["name", 'Ä"|\\ \u{1f600}', null, "7"]);

  test("opens where it was made, and says nothing else there", () => {
    expect(open("people", seal("people", place))).toBe(place);
    expect(seal("people", place)).toMatch(/^[\w-]+$/);
  });

  test("of another list, of another deployment, changed, shortened or made up is none", () => {
    const made = seal("people", place);
    const bytes = Buffer.from(made, "base64url");
    const changed = Array.from(bytes, (byte, at) => bytes.with(at, byte ^ 1)).map((one) => Buffer.from(one));
    const shorter = Array.from(bytes, (_, length) => bytes.subarray(0, length));
    for (const one of [...changed, ...shorter]) expect(open("people", one.toString("base64url"))).toBeUndefined();
    expect(open("roles", made)).toBeUndefined();
    expect(cursorSealer(`${secret}!`).open("people", made)).toBeUndefined();
    for (const text of ["", "x", "2", "\u0000", Buffer.from(place).toString("base64url")])
      expect(open("people", text)).toBeUndefined();
  });
});

describe("a paged call", () => {
  const rows = { 200: pageSchema(z.object({ id: z.number() })) };
  const query = z.object({ ...paging, sort: sortField(["name", "-name"]) });
  const calls = contract("tests", {
    people: { method: "GET", path: "/people", summary: "", query, answers: rows },
    members: { method: "GET", path: "/groups/{id}", summary: "", params: z.object({ id }), query, answers: rows },
    plain: {
      method: "GET",
      path: "/plain",
      summary: "",
      query: z.object({ after: z.string().optional() }),
      answers: { 200: z.object({ next: z.string(), heard: z.string() }) },
    },
  });
  const heard: (string | undefined)[] = [];
  const page = async ({ query: { after, before } }: { query: { after?: string; before?: string } }) => {
    heard.push(after, before);
    const body = { data: [], total: 0, total_capped: false, current_page: 1, last_page: 1, per_page: 25 };
    return { status: 200 as const, body: { ...body, next: '["-id","1"]', previous: '["-id","9"]' } };
  };
  const served = serve(
    calls,
    {
      people: page as never,
      members: page as never,
      plain: async ({ query: { after = "" } }) => ({ status: 200, body: { next: "as it is", heard: after } }),
    },
    {
      introspect: async (token) => ({ kind: "person", customer_account: token, id: "1" }) as Person,
      serviceSecret: secret,
      log: { error: () => undefined },
    },
  );
  const as = (account: string) => inProcess(served, { token: account, requestId: "r", address: "" });
  async function asked(asking: () => Promise<unknown>) {
    heard.length = 0;
    await asking();
    return heard;
  }

  test("answers cursors, and hands a handler the places in them: of its own list and account alone", async () => {
    const first = await as("1").people({ query: {} });
    if (first.status !== 200) throw new Error("no page");
    const { next, previous } = first.body;
    expect([next, previous]).not.toContain('["-id","1"]');
    const [after, before] = [next ?? "", previous ?? ""];
    expect(await asked(() => as("1").people({ query: { after, before } }))).toEqual(['["-id","1"]', '["-id","9"]']);
    expect(await asked(() => as("2").people({ query: { after } }))).toEqual([undefined, undefined]);
    expect(await asked(() => as("1").members({ params: { id: 1 }, query: { after } }))).toEqual([undefined, undefined]);
    expect(await asked(() => as("1").people({ query: { after: '["-id","1"]' } }))).toEqual([undefined, undefined]);
    expect(await asked(() => as("1").people({ query: { after: "A".repeat(5_000) } }))).toEqual([undefined, undefined]);
  });

  test("the members of one group and of another are two lists", async () => {
    const first = await as("1").members({ params: { id: 1 }, query: {} });
    const after = (first.status === 200 && first.body.next) || "";
    expect((await asked(() => as("1").members({ params: { id: 1 }, query: { after } })))[0]).toBe('["-id","1"]');
    expect((await asked(() => as("1").members({ params: { id: 2 }, query: { after } })))[0]).toBeUndefined();
  });

  test("over HTTP it is the same cursor; an order that there is not is the usual one", async () => {
    const answer = async (search: string) => {
      const request = new Request(`http://jibu.test/api/tests/people${search}`, {
        headers: { authorization: "Bearer 1" },
      });
      return (await (await served.fetch(request, { requestId: "r", address: "" })).json()) as { next: string };
    };
    const { next } = await answer("?sort=nothing");
    const first = await as("1").people({ query: {} });
    expect(first).toMatchObject({ body: { next } });
    expect((await asked(() => answer(`?after=${next}`)))[0]).toBe('["-id","1"]');
  });

  test("what is no list keeps its words", async () => {
    expect(await as("1").plain({ query: { after: "x" } })).toEqual({
      status: 200,
      body: { next: "as it is", heard: "x" },
    });
  });
});
