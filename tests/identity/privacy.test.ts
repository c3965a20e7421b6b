import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { privacyTasks } from "../../services/identity/privacy/jobs";
import { consentPage } from "../../services/identity/privacy/requests";
import { identityService } from "../../services/identity/service";
import { recordActivity } from "../../services/kit/activities";
import { type Client, inProcess } from "../../services/kit/client";
import { inAccount } from "../../services/kit/database";
import { serviceToken } from "../../services/kit/principal";
import { openStorage, type Storage } from "../../services/kit/storage";
import { addStop } from "../../services/messaging/contacts/recipients";
import type { messaging } from "../../services/messaging/contract";
import { messagingService } from "../../services/messaging/service";
import { openFile } from "../../services/uploads/open-file";
import { uploadsService, uploadsTasks } from "../../services/uploads/service";
import { asOwner, freshDatabase, type TestDatabase } from "../setup/database";
import { caller, person, surroundings } from "../setup/people";
import { plansOf } from "../setup/plans";

const savanna = "100001";
const asha = "+254722000001";
const juma = "+254722000002";
const people = {
  owner: person({ products: ["SMS"] }),
  settings: person({ id: "5", roles: [{ name: "Supervisor" }], permissions: ["Manage settings"] }),
  agent: person({ id: "6", roles: [{ name: "Agent" }], permissions: ["Create contacts"] }),
  other: person({ id: "9", customer_account: "200002" }),
};
const serveOptions = surroundings(people);
let database: TestDatabase;
let storage: Storage;
let dataDir: string;

beforeAll(async () => {
  database = await freshDatabase();
  dataDir = mkdtempSync(join(tmpdir(), "jibu-privacy-"));
  storage = openStorage({ dataDir });
  for (const account of [savanna, "200002"]) {
    const group = await messages("owner", account).createGroup({ body: { name: "Borrowers", type: "sms" } });
    const group_id = group.status === 201 ? group.body.id : 0;
    await messages("owner", account).addContacts({
      body: {
        group_id,
        contacts: [
          { phone: asha, name: "Asha Wanjiku", email: "", fields: { due: "1,200" } },
          { phone: juma, name: "Juma Otieno", email: "", fields: {} },
        ],
      },
    });
    await inAccount(database.db, account, async (trx) => {
      const blast = await trx
        .insertInto("messaging.blasts")
        .values({
          customer_account: account,
          key: "k",
          form_hash: Buffer.alloc(0),
          kind: "bulk",
          sender: "SAVANNA",
          body: "Habari {{name}}",
          status: "sent",
          part_price: 8000,
          price: JSON.stringify({ samples: [{ msisdn: asha, name: "Asha Wanjiku", text: "Habari Asha", parts: 1 }] }),
          recipients: 2,
          parts: 2,
          cost_cents: 160,
          finished_at: new Date("2026-01-10T08:00:00Z"),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await trx
        .insertInto("messaging.blast_counts")
        .values({ customer_account: account, blast_id: blast.id, delivered: 2 })
        .execute();
      for (const [seq, msisdn, name] of [
        [1, asha, "Asha Wanjiku"],
        [2, juma, "Juma Otieno"],
      ] as const)
        await trx
          .insertInto("messaging.messages")
          .values({
            customer_account: account,
            blast_id: blast.id,
            seq,
            msisdn,
            name,
            text: `Habari ${name}`,
            parts: 1,
            status: "delivered",
          })
          .execute();
      await trx
        .insertInto("messaging.inbox")
        .values({
          customer_account: account,
          msisdn: asha,
          name: "Asha Wanjiku",
          sent_to: "22384",
          text: "STOP",
          keyword: "STOP",
          received_at: new Date("2026-01-11T08:00:00Z"),
        })
        .execute();
      await addStop(trx, account, asha, "Texted STOP");
      await recordActivity(trx, account, "system", {
        action: "Customer changed",
        subject: "chat customer",
        description: `Asha (${asha}) was renamed.`,
      });
    });
  }
}, 60_000);
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

function clientsOfAccount(account: string) {
  const as = caller(serviceToken(serveOptions.serviceSecret, account));
  return {
    messaging: inProcess(messagingOf(), as),
    uploads: inProcess(uploadsService(database, storage, serveOptions), as),
  };
}
function messagingOf() {
  const deps = {
    dataDir,
    billingFor: () => ({}) as never,
    log: { error: () => undefined, info: () => undefined } as never,
    rateLimit: 0,
  };
  return messagingService(database, deps as never, serveOptions);
}
function messages(_who: "owner", account: string): Client<typeof messaging.calls> {
  return inProcess(messagingOf(), caller(account === savanna ? "owner" : "other"));
}
const ask = (who: keyof typeof people) =>
  inProcess(identityService(database, "jibu-web", serveOptions, { clientsOfAccount }), caller(who));
const tasks = () => privacyTasks(database, { clientsOfAccount });

async function requested(kind: "export" | "erasure", contact: string, confirm = "") {
  const answer = await ask("owner").requestPerson({ body: { kind, contact, confirm } });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  await tasks()["identity.person-request"]?.({ account: savanna, id: answer.body.id });
  const after = await ask("owner").personRequest({ params: { id: answer.body.id } });
  if (after.status !== 200) throw new Error("gone");
  return after.body;
}

/** Every table of an account, as text: what is nowhere in it is nowhere. */
async function everything(account: string): Promise<string> {
  const { rows } = await asOwner(
    database.url,
    `select format('%I.%I', table_schema, table_name) as name from information_schema.columns
     where column_name = 'customer_account' and table_schema in ('identity', 'messaging', 'events', 'uploads')`,
  );
  const texts: string[] = [];
  for (const { name } of rows) {
    const answers = (await asOwner(
      database.url,
      `select set_config('app.account', '${account}', false);
       select coalesce(string_agg(t::text, chr(10) order by t::text), '') as all from ${name} t where customer_account = '${account}'`,
    )) as unknown as { rows: { all: string }[] }[];
    texts.push(`${name} ${answers[1]?.rows[0]?.all}`);
  }
  return texts.join("\n");
}

describe("who may ask", () => {
  test("looking is for Manage settings; a person's data is for administrators only", async () => {
    expect((await ask("agent").personRequests()).status).toBe(403);
    expect((await ask("settings").personRequests()).status).toBe(200);
    const body = { kind: "export", contact: asha, confirm: "" } as const;
    expect((await ask("settings").requestPerson({ body })).status).toBe(403);
    expect((await ask("settings").findPerson({ query: { contact: asha } })).status).toBe(403);
    expect((await ask("settings").setRetention({ body: { messages_months: 1 } })).status).toBe(403);
  });

  test("what is no number and no address is refused in words", async () => {
    for (const contact of ["12", "asha@", "'; drop table x", "@"])
      expect(await ask("owner").findPerson({ query: { contact } })).toMatchObject({
        status: 422,
        body: { errors: { contact: [expect.any(String)] } },
      });
  });
});

describe("an archive", () => {
  test("holds everything of one person and nothing of another's, and opens for administrators by a link", async () => {
    const found = await ask("owner").findPerson({ query: { contact: "0722 000 001" } });
    expect(found).toMatchObject({
      body: {
        contact: asha,
        data: [
          { kind: "Contact", count: 1 },
          { kind: "Group memberships", count: 1 },
          { kind: "Messages sent to them", count: 1, outcome: "anonymised" },
          { kind: "Messages received from them", count: 1 },
          { kind: "Opt-out", count: 1, outcome: "kept" },
          { kind: "Activities that name them", count: 1 },
          { kind: "Consent", count: 1, outcome: "kept" },
        ],
      },
    });
    const request = await requested("export", "0722000001");
    expect(request).toMatchObject({ state: "done", label: asha, url: expect.stringMatching(/^\/files\//) });
    const days = (Date.parse(request.expires_at ?? "") - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    const url = new URL(request.url ?? "", "http://here");
    const openAs = (who: typeof people.owner) =>
      openFile(
        { database, storage, secret: serveOptions.serviceSecret },
        url.pathname.slice(7),
        url.searchParams,
        async () => who,
      );
    // Whoever has the link: the archive is for administrators, as the page that gives it.
    for (const who of [people.agent, people.settings, people.other])
      expect(await openAs(who)).toEqual({ refused: "unknown" });
    const endpoint = await openAs(people.owner);
    if ("refused" in endpoint) throw new Error(endpoint.refused);
    expect(endpoint.file.type).toBe("application/zip");
    const files = unzipSync(new Uint8Array(Buffer.concat(await endpoint.bytes.toArray())));
    const text = Object.values(files)
      .map((bytes) => strFromU8(bytes))
      .join("\n");
    expect(Object.keys(files)).toContain("messages-sent-to-them.csv");
    const sheets = Object.entries(files).filter(([name]) => name.endsWith(".csv"));
    const csv = sheets.map(([, bytes]) => strFromU8(bytes)).join("");
    expect(csv).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
    expect(csv).not.toMatch(/\dT\d\d:/);
    for (const word of ["Asha Wanjiku", "Habari Asha Wanjiku", "Borrowers", "1,200", "Texted STOP"])
      expect(text).toContain(word);
    expect(text).not.toContain("Juma");
    expect(text).not.toContain(juma);
    const asSettings = await ask("settings").personRequest({ params: { id: request.id } });
    expect(asSettings).toMatchObject({ status: 200, body: { url: null } });
    expect((await ask("other").personRequest({ params: { id: request.id } })).status).toBe(404);
  });

  test("asked for twice by the same job is made once", async () => {
    const request = await requested("export", juma);
    const first = request.url?.split("?")[0];
    await tasks()["identity.person-request"]?.({ account: savanna, id: request.id });
    const after = await ask("owner").personRequest({ params: { id: request.id } });
    expect(after.status === 200 && after.body.url?.split("?")[0]).toBe(first);
  });
});

describe("an erasure", () => {
  test("must be confirmed by the number itself", async () => {
    for (const confirm of ["", juma, "yes"])
      expect(await ask("owner").requestPerson({ body: { kind: "erasure", contact: asha, confirm } })).toMatchObject({
        status: 422,
        body: { errors: { confirm: [expect.stringContaining(asha)] } },
      });
  });

  test("waits while a message to the person is on its way, and changes nothing until then", async () => {
    const set = (status: string) =>
      asOwner(
        database.url,
        `select set_config('app.account', '${savanna}', false); update messaging.messages set status = '${status}' where msisdn = '${asha}'`,
      );
    await set("submitted");
    const before = await everything(savanna);
    const request = await requested("erasure", asha, "0722 000 001");
    expect(request).toMatchObject({ state: "waiting", message: expect.stringMatching(/on its way/) });
    expect((await everything(savanna)).split("\n").filter((line) => line.includes("Asha"))).toEqual(
      before.split("\n").filter((line) => line.includes("Asha")),
    );
    await set("delivered");
    await tasks()["identity.person-request"]?.({ account: savanna, id: request.id });
    expect(await ask("owner").personRequest({ params: { id: request.id } })).toMatchObject({
      body: { state: "done", label: "+254*****01" },
    });
  });

  test("leaves the person nowhere but where the law wants them, the counts as they were, and others untouched", async () => {
    const all = await everything(savanna);
    expect(all).not.toContain("Asha Wanjiku");
    expect(all).not.toContain("Habari Asha");
    const left = all
      .split("\n")
      .filter((line) => line.includes(asha))
      .map((line) => line.split(/[ ,(]/)[0] || line);
    // The opt-out, and the proof of it.
    expect(all.split("\n").filter((line) => line.includes(asha))).toHaveLength(2);
    expect(left).toHaveLength(2);
    expect(all).toContain("Juma Otieno");
    const counts = (await asOwner(
      database.url,
      `select set_config('app.account', '${savanna}', false);
       select (select contacts from messaging.contact_groups) as members, (select delivered from messaging.blast_counts) as delivered,
         (select count(*)::int from messaging.messages) as messages`,
    )) as unknown as { rows: object[] }[];
    expect(counts[1]?.rows[0]).toEqual({ members: 1, delivered: 2, messages: 2 });
    const theirs = await everything("200002");
    expect(theirs).toContain("Asha Wanjiku");
    expect(theirs).toContain("Habari Asha");
  });

  test("takes the archives that were made of the person with it", async () => {
    const listed = await ask("owner").personRequests();
    const exports = listed.status === 200 ? listed.body.data.filter(({ kind }) => kind === "export") : [];
    expect(exports.map(({ label }) => label).sort()).toEqual(["+254*****01", juma].sort());
    const gone = exports.find(({ label }) => label.includes("*"));
    expect(await ask("owner").personRequest({ params: { id: gone?.id ?? 0 } })).toMatchObject({ body: { url: null } });
    const files = await clientsOfAccount(savanna).uploads.filesOf({
      query: { subject: "person-request", subject_id: String(gone?.id) },
    });
    expect(files.status === 200 && files.body.files).toEqual([]);
    expect(Object.keys(uploadsTasks(database, storage))).toContain("uploads.remove");
  });
});

describe("consent and retention", () => {
  test("every no and yes is told with its time and how it was said, newest first; a search takes any writing", async () => {
    await inAccount(database.db, savanna, (trx) => addStop(trx, savanna, juma, "Texted ACHA"));
    const listed = await ask("settings").consents({ query: { q: "0722 000 002" } });
    expect(listed).toMatchObject({
      body: { total: 1, data: [{ contact: juma, change: "out", source: "Texted ACHA", at: expect.any(String) }] },
    });
    const theirs = await ask("other").consents();
    expect(theirs.status === 200 && theirs.body.data.map(({ contact }) => contact)).toEqual([asha]);
  });

  test("the log is read from its newest end, below row security too", async () => {
    const plans = await inAccount(database.db, savanna, (trx) =>
      plansOf(trx, (planned) => consentPage(planned, savanna, { page: 1, per_page: 20, q: "" })),
    );
    expect(plans.join("\n")).toMatch(/using consents_newest/);
    expect(plans.join("\n")).not.toContain("Sort");
  });

  test("it is kept for good by default; what is set is applied by night, and only to what is older", async () => {
    expect(await ask("owner").retention()).toMatchObject({
      body: { messages_months: null, activities_months: null, files_months: null },
    });
    for (const wrong of [0, 121, 1.5, "soon"])
      expect(
        (await ask("owner").setRetention({ body: { messages_months: wrong as number } })).status,
        String(wrong),
      ).toBe(422);
    expect((await ask("owner").setRetention({ body: { messages_months: 3, activities_months: 120 } })).status).toBe(
      200,
    );
    await tasks()["identity.retention"]?.({ account: savanna });
    const all = await everything(savanna);
    expect(all).not.toContain("Habari");
    expect(all).toContain("Retention changed");
    expect(await ask("owner").retention()).toMatchObject({
      body: { messages_months: 3, removed: { messages: expect.any(Number) }, ran_at: expect.any(String) },
    });
    expect(await everything("200002")).toContain("Habari Asha");
    const { rows } = await asOwner(
      database.url,
      "select 1 from graphile_worker._private_jobs where key = 'retention 100001' and run_at > now()",
    );
    expect(rows).toHaveLength(1);
  });
});
