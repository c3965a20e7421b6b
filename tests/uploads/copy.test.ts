import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inProcess } from "../../services/kit/client";
import { serviceToken } from "../../services/kit/principal";
import { openStorage } from "../../services/kit/storage";
import { uploadsService } from "../../services/uploads/service";
import { freshDatabase, type TestDatabase } from "../setup/database";
import { caller, person, surroundings } from "../setup/people";
import { multipart, pdf } from "./files.fixtures";

const account = person().customer_account;
const people = {
  owner: person({ roles: [], permissions: [] }),
  agent: person({ id: "2", name: "Joy", roles: [], permissions: [] }),
};
const serveOptions = surroundings(people);
let database: TestDatabase;
let dataDir: string;
let as: (who: "owner" | "agent" | "service", of?: string) => ReturnType<typeof client>;
let served: ReturnType<typeof uploadsService>;

function client(token: string) {
  return inProcess(served, { token, requestId: "test", address: "127.0.0.1" });
}

beforeAll(async () => {
  database = await freshDatabase();
  dataDir = mkdtempSync(join(tmpdir(), "jibu-copy-"));
  served = uploadsService(database, openStorage({ dataDir }), serveOptions);
  as = (who, of = account) =>
    client(who === "service" ? serviceToken(serveOptions.serviceSecret, of) : caller(who).token);
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

test("a copy belongs to whom it is made for, can be bound anew, and outlives what it was copied from", async () => {
  const stream = multipart([{ name: "Prices.pdf", bytes: pdf }]);
  const sent = await as("owner").chatUploads({ stream, query: { purpose: "chat" } });
  if (sent.status !== 201) throw new Error(sent.body.message);
  const [{ id } = { id: "" }] = sent.body.files;
  const subject = { subject: "canned", subject_id: "7" };
  await as("service").attach({ body: { ids: [id], ...subject } });
  expect((await as("agent").file({ params: { id } })).status).toBe(404);

  const answer = await as("service").copy({ body: { ids: [id], user: { id: "2", name: "Joy" } } });
  if (answer.status !== 201) throw new Error(answer.body.message);
  const [copy] = answer.body.files;
  expect(copy).toMatchObject({ name: "Prices.pdf", bytes: pdf.length, purpose: "chat", by: "Joy" });
  expect(copy?.id).not.toBe(id);
  const params = { id: copy?.id ?? "" };
  expect((await as("agent").file({ params })).status).toBe(200);

  await as("service").dropOf({ body: subject });
  const to = { ids: [params.id], subject: "conversation", subject_id: "1", user_id: "2" };
  expect((await as("service").attach({ body: to })).status).toBe(201);
});

test("an unknown file and another account's give no copy", async () => {
  const stream = multipart([{ name: "Prices.pdf", bytes: pdf }]);
  const sent = await as("owner").chatUploads({ stream, query: { purpose: "chat" } });
  if (sent.status !== 201) throw new Error(sent.body.message);
  const user = { id: "2", name: "Joy" };
  const ids = sent.body.files.map((file) => file.id);
  expect((await as("service", "200002").copy({ body: { ids, user } })).status).toBe(404);
  expect((await as("service").copy({ body: { ids: [crypto.randomUUID()], user } })).status).toBe(404);
  expect((await as("owner").copy({ body: { ids, user } })).status).toBe(403);
});
