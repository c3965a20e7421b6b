import { describe, expect, test } from "vitest";
import { z } from "zod";
import { inProcess, remote } from "../../services/kit/client";
import { contract, DoneAnswer, problem } from "../../services/kit/contract";
import { serviceToken } from "../../services/kit/principal";
import { HttpError, serve } from "../../services/kit/serve";
import { caller, person, surroundings } from "../setup/people";

const notes = contract("notes", {
  read: {
    method: "GET",
    path: "/notes/{id}/",
    summary: "A note",
    params: z.object({ id: z.coerce.number().int().positive() }),
    query: z.object({ upper: z.enum(["0", "1"]).catch("0").default("0") }),
    needs: { permissions: ["View bulk message"], products: ["SMS"] },
    answers: { 200: z.object({ text: z.string() }) },
  },
  write: {
    method: "POST",
    path: "/notes",
    summary: "Write a note",
    writes: true,
    body: z.strictObject({ text: z.string().min(1, "Write something."), to: z.string().optional() }),
    answers: { 201: DoneAnswer, 406: z.object({ reason: z.string() }) },
  },
  approve: {
    method: "POST",
    path: "/notes/{id}/approve",
    summary: "Approve",
    params: z.object({ id: z.string() }),
    needs: { permissions: ["Can approve sender ID"], products: ["SMS"], explicit: true },
    answers: { 201: DoneAnswer },
  },
  greet: {
    method: "POST",
    path: "/greet",
    summary: "For everyone",
    public: true,
    body: z.strictObject({ text: z.string() }),
    answers: { 200: z.object({ length: z.number() }) },
  },
  sweep: {
    method: "POST",
    path: "/sweep",
    summary: "For services",
    internal: true,
    answers: { 200: z.object({ account: z.string() }) },
  },
});

const people = {
  owner: person(),
  viewer: person({ roles: [{ name: "Agent" }], permissions: ["View bulk message"] }),
  nobody: person({ roles: [] }),
  approver: person({ permissions: ["Can approve sender ID"] }),
};
const serveOptions = surroundings(people);
const served = serve(
  notes,
  {
    async read({ params, query }, { account }) {
      if (params.id === 13) return problem(404, "There is no such note.");
      if (params.id === 500) throw new Error("secret detail");
      const text = `note ${params.id} of ${account}`;
      return {
        status: 200,
        body: { text: query.upper === "1" ? text.toUpperCase() : text, secret: "stripped" } as { text: string },
      };
    },
    async write({ body }) {
      if (body.text === "refuse") return { status: 406, body: { reason: "no" } };
      if (body.text === "collide") throw Object.assign(new Error("duplicate key"), { code: "23505" });
      if (body.text === "throw") throw new HttpError(409, "Changed meanwhile.", { text: ["Look again."] });
      return { status: 201, body: { status: 201, message: "Written." } };
    },
    approve: async () => ({ status: 201, body: { status: 201, message: "Approved." } }),
    greet: async ({ body }) => ({ status: 200, body: { length: body.text.length } }),
    sweep: async (_, { account }) => ({ status: 200, body: { account } }),
  },
  serveOptions,
);

async function http(method: string, path: string, token: string, body?: string, type = "application/json") {
  const headers: Record<string, string> = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(body ? { "content-type": type } : {}),
  };
  const request = new Request(`http://here.invalid/api/notes${path}`, { method, headers, ...(body ? { body } : {}) });
  const response = await served.fetch(request, { requestId: "r", address: "127.0.0.1" });
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
    headers: response.headers,
  };
}

describe("a served call", () => {
  test("answers the same in this process and over HTTP, byte for byte", async () => {
    const inside = inProcess(served, caller("viewer"));
    const cases = [
      { inside: await inside.read({ params: { id: 7 } }), outside: await http("GET", "/notes/7/", "viewer") },
      {
        inside: await inside.read({ params: { id: 7 }, query: { upper: "1" } }),
        outside: await http("GET", "/notes/7?upper=1", "viewer"),
      },
      { inside: await inside.read({ params: { id: 13 } }), outside: await http("GET", "/notes/13", "viewer") },
      { inside: await inside.read({ params: { id: -1 } }), outside: await http("GET", "/notes/-1", "viewer") },
      { inside: await inside.read({ params: { id: 500 } }), outside: await http("GET", "/notes/500", "viewer") },
      {
        inside: await inside.write({ body: { text: "hello" } }),
        outside: await http("POST", "/notes", "viewer", '{"text":"hello"}'),
      },
      {
        inside: await inside.write({ body: { text: "refuse" } }),
        outside: await http("POST", "/notes", "viewer", '{"text":"refuse"}'),
      },
      {
        inside: await inside.write({ body: { text: "throw" } }),
        outside: await http("POST", "/notes", "viewer", '{"text":"throw"}'),
      },
      {
        inside: await inside.write({ body: { text: "" } }),
        outside: await http("POST", "/notes", "viewer", '{"text":""}'),
      },
    ];
    for (const { inside: one, outside: other } of cases) {
      expect(other.status).toBe(one.status);
      expect(JSON.stringify(other.body)).toBe(JSON.stringify(one.body));
    }
    expect(cases.map(({ inside: { status } }) => status)).toEqual([200, 200, 404, 404, 500, 201, 406, 409, 422]);
  });

  test("never says more than its contract, nor what went wrong inside", async () => {
    expect((await http("GET", "/notes/7", "viewer")).body).toEqual({ text: "note 7 of 100001" });
    expect(JSON.stringify((await http("GET", "/notes/500", "viewer")).body)).not.toContain("secret");
  });

  test.each([
    ["no token", "GET", "/notes/7", "", 401],
    ["an unknown token", "GET", "/notes/7", "stranger", 401],
    ["no permission", "GET", "/notes/7", "nobody", 403],
    ["an admin passes public entries", "GET", "/notes/7", "owner", 200],
    ["an admin needs what is not public (R044)", "POST", "/notes/7/approve", "owner", 403],
    ["who holds it may", "POST", "/notes/7/approve", "approver", 201],
    ["a person at a call for services", "POST", "/sweep", "owner", 403],
    ["a wrong method", "DELETE", "/notes/7", "viewer", 405],
    ["an unknown call", "GET", "/other", "viewer", 404],
  ])("%s", async (_, method, path, token, status) => {
    expect((await http(method, path, token)).status).toBe(status);
  });

  test("two who write the same in one moment: the second is told, and it is no fault of ours", async () => {
    const { status, body } = await served.call("write", { body: { text: "collide" } }, caller("owner"));
    expect(status).toBe(409);
    expect(JSON.stringify(body)).not.toContain("duplicate key");
  });

  test("a person is told of a text or a name that cannot be kept, on its field, at any depth", async () => {
    const write = async (body: unknown) => {
      const { status, body: said } = await served.call("write", { body } as never, caller("owner"));
      return [status, Object.keys((said as { errors?: object }).errors ?? {})];
    };
    for (const odd of ["re\u0000fuse", "\u0000", "half \ud83d of it", "\udc00"]) {
      expect(await write({ text: odd })).toEqual([422, ["text"]]);
      expect(await write({ text: "a", to: [{ [odd]: "b" }] })).toEqual([422, ["to.0"]]);
    }
    expect((await write({ text: "a pair \ud83d\ude00" }))[0]).toBe(201);
    let deep: unknown = "a";
    for (let level = 0; level < 20_000; level++) deep = { text: deep };
    expect((await write(deep))[0]).toBe(422);
    expect((await write({ text: Array(100_000).fill("a") }))[0]).toBe(422);
    const read = await served.call("read", { params: { id: "7\u0000" } } as never, caller("owner"));
    expect(read.status).toBe(404);
  });

  test("what another service hands on was written by customers: it is cleaned, not lost", async () => {
    const token = serviceToken(serveOptions.serviceSecret, "100001");
    const given = { ...caller("owner"), token };
    const { status } = await served.call("write", { body: { text: "re\u0000fuse" } }, given);
    expect(status).toBe(406);
  });

  test("a form's names are bounded before it is taken apart", async () => {
    const form = (text: string) => http("POST", "/notes", "viewer", text, "application/x-www-form-urlencoded");
    expect((await form(`text=a${"&to=b".repeat(998)}`)).status).toBe(422);
    expect((await form(`text=a${"&to=b".repeat(1_000)}`)).status).toBe(400);
    expect((await form("text=a&to[99999999]=b")).status).toBe(400);
    expect((await form("text=a&to%00=b")).status).toBe(400);
    expect((await form("text=a&to=%00")).status).toBe(400);
  });

  test("a multipart form has the same fields, and no file", async () => {
    const form = (fields: [string, string | Blob][]) => {
      const data = new FormData();
      for (const [name, value] of fields) data.append(name, value);
      return data;
    };
    const post = async (data: FormData, path = "/notes", token = "viewer") => {
      const { body, headers } = new Response(data);
      const type = headers.get("content-type") ?? "";
      return http("POST", path, token, await new Response(body).text(), type);
    };
    expect((await post(form([["text", "hello"]]))).status).toBe(201);
    expect(
      (
        await post(
          form([
            ["text", "hello"],
            ["customer_account", "200002"],
          ]),
        )
      ).status,
    ).toBe(422);
    expect(
      (
        await post(
          form([
            ["text", "a"],
            ["to[99999999]", "b"],
          ]),
        )
      ).status,
    ).toBe(400);
    expect(await post(form([["text", new Blob(["x"])]]))).toMatchObject({
      ...{ status: 400, body: { message: "This call takes no files." } },
    });
    expect((await post(form([["text", "a".repeat(64_000)]]), "/greet", "")).status).toBe(413);
    expect((await http("POST", "/notes", "viewer", "--x\r\nbroken", "multipart/form-data; boundary=x")).status).toBe(
      400,
    );
  });

  test("whoever is not signed in may send 64 kB to a call", async () => {
    expect((await http("POST", "/greet", "", JSON.stringify({ text: "a".repeat(63_000) }))).status).toBe(200);
    const long = await http("POST", "/greet", "", JSON.stringify({ text: "a".repeat(64_000) }));
    expect(long).toMatchObject({ status: 413, body: { message: expect.stringContaining("64 kB") } });
  });

  test("a wrong method names the right one", async () => {
    expect((await http("DELETE", "/notes/7", "viewer")).headers.get("allow")).toBe("GET");
  });

  test.each([
    ["malformed JSON", "{", "application/json", 400],
    ["another type", "<a/>", "text/xml", 400],
    ["an unknown field", '{"text":"a","customer_account":"200002"}', "application/json", 422],
    ["an array", "[]", "application/json", 422],
    ["a form", "text=hello", "application/x-www-form-urlencoded", 201],
    ["a prototype's name", '{"text":"a","__proto__":{"admin":true}}', "application/json", 422],
  ])("a body that is %s", async (_, body, type, status) => {
    expect((await http("POST", "/notes", "viewer", body, type)).status).toBe(status);
  });

  test("the account is the token's, whatever the caller says", async () => {
    const other = serviceToken(serveOptions.serviceSecret, "200002");
    expect((await http("POST", "/sweep", other)).body).toEqual({ account: "200002" });
    expect((await http("POST", "/sweep", `${other}x`)).status).toBe(401);
    const expired = serviceToken(serveOptions.serviceSecret, "200002", Date.now() - 120_000);
    expect((await http("POST", "/sweep", expired)).status).toBe(401);
    expect(
      (await http("POST", "/sweep", serviceToken("another-secret-that-is-long-enough-too", "200002"))).status,
    ).toBe(401);
  });
});

describe("a remote client", () => {
  test("an unreachable service is a 503 in words, not an exception", async () => {
    const answer = await remote(notes, "http://127.0.0.1:1", caller("viewer")).read({ params: { id: 1 } });
    expect(answer.status).toBe(503);
  });
});
