import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fieldsOnOffer, sayCount, textPreview, unknownFields } from "../../app/kit/templates/counter";
import { contract } from "../../services/kit/contract";
import { inAccount } from "../../services/kit/database";
import { serve } from "../../services/kit/serve";
import { brokenField, templateCalls } from "../../services/messaging/contract.templates";
import { templateHandlers } from "../../services/messaging/templates/service";
import { freshDatabase, type TestDatabase } from "../setup/database";
import { caller, person, surroundings } from "../setup/people";

describe("merge fields of a template", () => {
  test.each(["Hello {{first_name}}", "{{ First_Name | friend }}, welcome", "{{{name}}}", "5 { 6 } 7", ""])(
    "%s is right",
    (body) => {
      expect(brokenField(body)).toBeUndefined();
    },
  );
  test.each([
    ["Hello {{first name}}", "{{first name}}"],
    ["Hello {{first_name}, welcome", "{{first_name}"],
    ["Hello {{}}", "{{}}"],
    ["Hello first_name}}", "first_name}}"],
  ])("%s is told", (body, broken) => {
    expect(brokenField(body)).toBe(broken);
  });

  test("the counter counts what everyone gets, and says how many fields come on top", () => {
    expect(sayCount("Asante {{first_name}}.")).toBe("8 of 160, 1 part, GSM-7, plus 1 merge field");
    expect(sayCount("Habari “rafiki”")).toBe("15 of 70, 1 part, UCS-2");
    expect(sayCount("")).toBe("0 of 160, GSM-7");
  });

  test("the preview is what one person reads; a field no one knows is named", () => {
    expect(textPreview("Dear {{first_name}}, {{balance|KES 0}} {{town}}")).toBe("Dear Amina, KES 0 [town]");
    expect(unknownFields("{{first_name}} {{town}} {{twon}}", ["town"])).toEqual(["twon"]);
    expect(fieldsOnOffer([{ field_names: ["town", "name"] }])).toEqual(["first_name", "name", "phone", "town"]);
  });
});

describe("the template calls", () => {
  const people = {
    owner: person(),
    sender: person({ roles: [], permissions: ["Send single message"] }),
    reader: person({ roles: [], permissions: ["View bulk message"] }),
    other: person({ customer_account: "200002", name: "Achieng" }),
  };
  let database: TestDatabase;
  let call: (token: keyof typeof people, name: keyof typeof templateCalls, input?: object) => Promise<Answered>;
  type Answered = {
    status: number;
    body: { id: number; name: string; message: string; total: number; data: { name: string }[]; errors?: object };
  };
  beforeAll(async () => {
    database = await freshDatabase();
    const handlers = templateHandlers(database);
    const served = serve(contract("messaging", templateCalls), handlers, surroundings(people));
    call = (token, name, input) => served.call(name, input as never, caller(token)) as unknown as Promise<Answered>;
  });
  afterAll(() => database.drop());

  const thanks = { name: "Thanks", channel: "sms", body: "Asante {{first_name}}." };

  test("a template is made, found, changed and deleted, and each change is in the activities", async () => {
    const made = await call("sender", "createTemplate", { body: thanks });
    expect(made.status).toBe(201);
    const params = { id: made.body.id };
    expect((await call("reader", "templates", { query: { q: "asante" } })).body.data).toMatchObject([thanks]);
    const changed = await call("owner", "updateTemplate", { params, body: { ...thanks, name: "Thank you" } });
    expect(changed).toMatchObject({ status: 201, body: { name: "Thank you" } });
    expect((await call("owner", "deleteTemplate", { params })).body.message).toBe("Thank you was deleted.");
    expect((await call("owner", "template", { params })).status).toBe(404);
    const rows = await inAccount(database.db, "100001", (trx) =>
      trx.selectFrom("events.activities").select("action").where("customer_account", "=", "100001").execute(),
    );
    expect(rows.map(({ action }) => action).sort()).toEqual([
      "Template changed",
      "Template created",
      "Template deleted",
    ]);
  });

  test("a page has 25 rows as documented, newest first, and odd values fall back to it", async () => {
    for (let n = 1; n <= 27; n++) await call("owner", "createTemplate", { body: { ...thanks, name: `Template ${n}` } });
    const first = await call("owner", "templates", {
      query: { page: "x", per_page: "-1", channel: "pigeon" } as object,
    });
    expect(first.body).toMatchObject({ total: 27, per_page: 25, current_page: 1 });
    expect(first.body.data[0]?.name).toBe("Template 27");
  });

  test("a name is used once in a channel, and a broken merge field is told on its field", async () => {
    expect(await call("owner", "createTemplate", { body: { ...thanks, name: "template 1" } })).toMatchObject({
      status: 422,
      body: { errors: { name: ["There is a template named template 1 for this channel already."] } },
    });
    const broken = await call("owner", "createTemplate", { body: { ...thanks, body: "Hi {{first name}}" } });
    expect(broken).toMatchObject({
      status: 422,
      body: { errors: { body: [expect.stringMatching(/^\{\{first name\}\}/)] } },
    });
  });

  test("who may not write is refused, and another account's template is an unknown one", async () => {
    expect((await call("reader", "createTemplate", { body: thanks })).status).toBe(403);
    const made = await call("owner", "createTemplate", { body: { ...thanks, name: "Ours" } });
    const params = { id: made.body.id };
    for (const name of ["template", "deleteTemplate"] as const)
      expect((await call("other", name, { params })).status, name).toBe(404);
    expect((await call("other", "updateTemplate", { params, body: thanks })).status).toBe(404);
    expect((await call("other", "templates", {})).body.total).toBe(0);
  });
});
