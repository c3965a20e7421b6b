import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { phoneSpellings } from "../../rules/phone.spellings";
import { dropped, savanna, type TicketingFixture, ticketingFixture } from "./fixture";

let fixture: TicketingFixture;
beforeAll(async () => {
  fixture = await ticketingFixture();
});
afterAll(() => fixture.end());

const asha = { msisdn: "+254722000001", email: "asha@mail.test" };
const nobody = { msisdn: "+254722999999", email: null };
const file = "5b6f1c1a-6c1a-4d6a-9d4e-0f3f5a1b2c3d";

/** Everything that the service holds of an account, as one text. */
async function everything(account = savanna): Promise<string> {
  const kept: string[] = [];
  const tables = ["tickets", "search_terms", "comments", "items", "files", "history", "deliveries"].map(
    (name) => `ticketing.${name}`,
  );
  for (const table of [...tables, "events.notices"])
    kept.push(
      ...(await fixture.inside(async (trx) => {
        const { rows } = await sql<{ row: string }>`
          select t::text as row from ${sql.table(table)} t where customer_account = ${account}`.execute(trx);
        return rows.map(({ row }) => row);
      }, account)),
    );
  return kept.join("\n");
}

async function resolve(id: number) {
  const { version } = await fixture.ticket(id);
  const done = await fixture.update({ id, status: "resolved", version });
  if (done.status >= 400) throw new Error(JSON.stringify(done.body));
}

async function ashasTicket() {
  const ticket = await fixture.open({
    subject: "Asha Wanjiku wants her fertiliser",
    description: "She called from 0722 000 001 and was angry",
    customer_name: "Asha Wanjiku",
    customer_phone: "0722 000 001",
    customer_email: "Asha@Mail.test",
    member_ids: ["2"],
  });
  await fixture.inside((trx) =>
    sql`insert into ticketing.files (customer_account, ticket_id, origin_id, file_id, name)
      values (${savanna}, ${ticket.id}, ${ticket.id}, ${file}, 'asha.pdf')`.execute(trx),
  );
  await fixture.say(ticket.id, "Dear Asha Wanjiku, it is on the lorry");
  return ticket.id;
}

describe("a person's data in tickets", () => {
  test("a number is found however a desk wrote it", () => {
    expect(phoneSpellings("+254722000001")).toEqual(["254722000001", "00254722000001", "0722000001", "722000001"]);
    expect(phoneSpellings("+44 7700 900001")).toEqual(["447700900001", "00447700900001"]);
  });

  test("the archive has tickets, what was written on them, and their files with a link that needs no sign-in", async () => {
    const id = await ashasTicket();
    const other = await fixture.open({ customer_name: "Juma", customer_phone: "0722 000 002" });
    await fixture.say(other.id, "Dear Juma");
    const answer = await fixture.asService().personData({ body: asha });
    if (answer.status !== 200) throw new Error(answer.body.message);
    const of = (kind: string) => answer.body.sections.find((section) => section.kind === kind)?.rows ?? [];
    expect(of("Tickets")).toEqual([expect.objectContaining({ ticket: id, customer_name: "Asha Wanjiku" })]);
    expect(of("Comments on their tickets")).toEqual([
      expect.objectContaining({ ticket: id, body: "Dear Asha Wanjiku, it is on the lorry" }),
    ]);
    expect(of("Files on their tickets")).toEqual([
      expect.objectContaining({ name: "asha.pdf", link: expect.stringContaining(`/files/${file}?signed`) }),
    ]);
    expect(JSON.stringify(answer.body)).not.toContain("Juma");
    const none = await fixture.asService().personData({ body: nobody });
    expect(none).toMatchObject({ status: 200, body: { sections: [] } });
    await resolve(id);
  });

  test("while a ticket of theirs is open nothing is erased, and the answer says which", async () => {
    const id = await ashasTicket();
    const answer = await fixture.asService().erasePerson({ body: asha });
    expect(answer).toMatchObject({ status: 409, body: { message: expect.stringContaining(`#${id}`) } });
    expect((await fixture.ticket(id)).customer.name).toBe("Asha Wanjiku");
    await resolve(id);
  });

  test("an erasure leaves no word of them, keeps number, times and state, and touches no one else", async () => {
    const other = await fixture.open({
      subject: "Juma's maize",
      customer_name: "Juma",
      customer_phone: "0722 000 002",
    });
    const target = await ashasTicket();
    const source = await ashasTicket();
    await fixture.ask("mergeTicket", { body: { ticket_id: target, merge_ids: [source] } });
    await resolve(target);
    const before = await fixture.ticket(target);
    const counts = await fixture.asService().personCounts({ body: asha });
    const found = counts.status === 200 ? counts.body.data : [];
    expect(found).toContainEqual(expect.objectContaining({ kind: "Tickets", outcome: "anonymised" }));
    const others = await everything("200002");
    dropped.length = 0;

    const erased = await fixture.asService().erasePerson({ body: asha });
    expect(erased).toMatchObject({ status: 200, body: { data: found } });
    expect(dropped).toContain(`${savanna}/${target}`);
    const left = await everything();
    expect(left).not.toMatch(/asha|wanjiku|0?722[ ]?000[ ]?001|fertiliser|angry|lorry/i);
    expect(left).toContain("Juma");
    expect(await everything("200002")).toBe(others);
    const after = await fixture.ticket(target);
    expect(after).toMatchObject({
      id: target,
      status: before.status,
      created_at: before.created_at,
      resolved_at: before.resolved_at,
      customer: { name: "Erased", phone: "", email: "" },
    });
    expect((await fixture.ticket(other.id)).subject).toBe("Juma's maize");
    const again = await fixture.asService().erasePerson({ body: asha });
    expect(again).toMatchObject({ status: 200, body: { data: [] } });
  });

  test("who is only on copy is found, and goes from the tickets of others without touching them", async () => {
    const [email, other] = ["chebet@mail.test", "boss@mail.test"];
    const given = { subject: "Juma's tractor", customer_name: "Juma", customer_email: "juma@mail.test" };
    const { id } = await fixture.open({ ...given, member_ids: ["2"] });
    await fixture.ask("setCopies", { params: { id }, body: { add: [email, other], remove: [] } });
    await fixture.say(id, "The tractor is here, Juma", { kind: "public" });
    const mail = {
      ...{ key: "<chebet-1@mail.test>", ticket_id: id, subject: "Re", automatic: false, at: new Date().toISOString() },
      ...{ from: { address: email, name: "Chebet Langat" }, cc: [], text: "Chebet here, I fetch it" },
    };
    const taken = await fixture.asService().takeMail({ body: mail });
    if (taken.status !== 201 || taken.body.comment_id === null) throw new Error("the mail was not taken");
    const { comment_id } = taken.body;
    const kept = { id: file, name: "chebet.pdf", type: "application/pdf", bytes: 9 };
    const body = { ticket_id: id, comment_id, files: [kept], missing: [] };
    expect((await fixture.asService().keepMailFiles({ body })).status).toBe(201);

    const whom = { msisdn: null, email };
    const counts = await fixture.asService().personCounts({ body: whom });
    const found = counts.status === 200 ? counts.body.data : [];
    expect(found.map(({ kind, count, outcome }) => [kind, count, outcome])).toEqual([
      ["Tickets of others with them on copy", 1, "removed"],
      ["Comments they wrote on tickets of others", 1, "anonymised"],
      ["Files with those comments", 1, "removed"],
    ]);
    const data = await fixture.asService().personData({ body: whom });
    expect(data).toMatchObject({
      status: 200,
      body: {
        sections: [
          { rows: [{ ticket: id }] },
          { rows: [{ ticket: id, body: "Chebet here, I fetch it" }] },
          { rows: [{ name: "chebet.pdf", link: expect.stringContaining(`/files/${file}?signed`) }] },
        ],
      },
    });
    expect(JSON.stringify(data.body)).not.toMatch(/Juma|tractor/);

    dropped.length = 0;
    // The ticket is open, and it is somebody else's: nothing waits for it.
    expect(await fixture.asService().erasePerson({ body: whom })).toMatchObject({ status: 200, body: { data: found } });
    expect(dropped).toEqual([file]);
    expect(await everything()).not.toMatch(/chebet|langat|fetch it/i);
    const after = await fixture.ticket(id);
    expect(after).toMatchObject({ subject: "Juma's tractor", customer: { email: "juma@mail.test" }, cc: [other] });
    const comments = (await fixture.ask("comments", { params: { id } })).body.data as unknown as { body: string }[];
    expect(comments.map(({ body }) => body).sort()).toEqual(["Erased", "The tractor is here, Juma"]);
    expect(await fixture.asService().erasePerson({ body: whom })).toMatchObject({ status: 200, body: { data: [] } });
  });

  test("another account's person of the same number stays, and no person may ask", async () => {
    const answer = await fixture.asService("200002").erasePerson({ body: asha });
    expect(answer.status).toBe(200);
    for (const token of ["owner", "guest"] as const)
      expect([401, 403, 404]).toContain((await fixture.ask("erasePerson", { body: asha }, token)).status);
  });
});

describe("what is not kept for ever", () => {
  test("a deleted ticket goes after 30 days, with all that hangs on it; one that was brought back stays", async () => {
    const [gone, back] = [await ashasTicket(), await ashasTicket()];
    for (const id of [gone, back]) await fixture.ask("destroyTicket", { params: { id } });
    await fixture.purge(gone);
    expect(await everything()).toContain("Asha Wanjiku wants");
    await fixture.ask("restoreTicket", { params: { id: back } });
    const began = fixture.clock.now;
    fixture.clock.now = new Date(began.getTime() + 30 * 86_400_000);
    dropped.length = 0;
    await fixture.purge(gone);
    await fixture.purge(gone);
    await fixture.purge(back);
    expect(dropped).toEqual([`${savanna}/${gone}`]);
    const rows = await fixture.inside(
      async (trx) =>
        (
          await sql<{ id: number }>`select ticket_id as id from ticketing.history where ticket_id = ${gone}`.execute(
            trx,
          )
        ).rows,
    );
    expect(rows).toEqual([]);
    expect((await fixture.ask("ticket", { params: { id: String(gone) } })).status).toBe(404);
    expect((await fixture.ticket(back)).subject).toBe("Asha Wanjiku wants her fertiliser");
    fixture.clock.now = began;
    await resolve(back);
  });

  test("tickets closed before a moment lose their words, newer ones and open ones keep them", async () => {
    const [old, open] = [await ashasTicket(), await ashasTicket()];
    await resolve(old);
    const { version } = await fixture.ticket(old);
    await fixture.update({ id: old, status: "closed", version });
    const early = await fixture.asService().forgetTickets({ body: { before: "2020-01-01T00:00:00Z" } });
    expect(early).toMatchObject({ status: 200, body: { removed: 0, more: false } });
    const before = new Date(fixture.clock.now.getTime() + 1000).toISOString();
    const told = await fixture.asService().forgetTickets({ body: { before } });
    expect(told).toMatchObject({ status: 200, body: { removed: 1, more: false } });
    expect((await fixture.ticket(old)).customer.name).toBe("Erased");
    expect((await fixture.ticket(open)).customer.name).toBe("Asha Wanjiku");
    const again = await fixture.asService().forgetTickets({ body: { before } });
    expect(again).toMatchObject({ status: 200, body: { removed: 0, more: false } });
  });
});
