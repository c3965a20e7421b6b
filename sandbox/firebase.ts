import { generateKeyPairSync } from "node:crypto";
import { type Context, Hono } from "hono";
import { listenOn } from "./chat-wire";
import { people } from "./firebase-people";
import { codes, FirestoreFault, openDocuments, plainFields, shownDocument, versionTime, type Write } from "./firestore";
import { openChannel } from "./firestore-channel";
import { listenStream, mayRead, refusal, writeStream } from "./firestore-listen";
import { type Query, queryAnswer } from "./firestore-query";

/** May be changed at any time. */
type FirebaseBehaviour = {
  /** What the server's calls meet; `lost`: it is done, and the answer gets lost. */
  calls: "answer" | "refuse" | "lost";
  /** Documents with these words are refused for good. */
  refuses: string;
};
type UploadedFile = { type: string; bytes: Buffer };

export type SandboxFirebase = Awaited<ReturnType<typeof startFirebase>>;

/** A project of Firebase on loopback: Firestore for servers (REST) and browsers (WebChannel), sign-in, and a bucket. */
export async function startFirebase({ project = "jibu-sandbox", bucket = "jibu-sandbox.test", port = 0 } = {}) {
  const documents = openDocuments();
  const files = new Map<string, UploadedFile>();
  const behaviour: FirebaseBehaviour = { calls: "answer", refuses: "" };
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const email = `server@${project}.iam.gserviceaccount.com`;
  let url = "";
  const who = people(project, { email, key: privateKey, tokenUrl: () => `${url}/token` });
  const root = `projects/${project}/databases/(default)/documents`;
  const listen = openChannel((claims, send) => listenStream(documents, claims, send), who.claims);
  const write = openChannel((_, send) => writeStream(send), who.claims);
  const commits: { at: number; writes: number }[] = [];

  const app = new Hono();
  app.use(async (c, next) => {
    if (c.req.method === "OPTIONS") return shared(c, c.body(null, 204));
    await next();
    shared(c, c.res);
  });
  app.onError((error, c) => {
    const fault = error instanceof FirestoreFault ? error : new FirestoreFault("INVALID_ARGUMENT", String(error));
    return c.json(refusal(fault), codes[fault.status][1]);
  });

  app.all("/google.firestore.v1.Firestore/Listen/channel", (c) => listen.answer(c));
  app.all("/google.firestore.v1.Firestore/Write/channel", (c) => write.answer(c));

  const machine = (c: Context) => {
    const bearer = /^Bearer (.+)$/.exec(c.req.header("authorization") ?? "")?.[1] ?? "";
    if (behaviour.calls === "refuse") throw new FirestoreFault("UNAVAILABLE", "The service is not available.");
    if (!who.isMachine(bearer)) throw new FirestoreFault("UNAUTHENTICATED", "The access token is not valid.");
  };
  const calls = documentCalls({ documents, behaviour, commits, root });
  app.post(`/v1/projects/${project}/databases/:database/:call`, (c) => {
    machine(c);
    const call = calls[c.req.param("call")];
    if (!call) throw new FirestoreFault("NOT_FOUND", "There is no such call.");
    return call(c);
  });

  addSignIn(app, who);
  addBucket(app, { bucket, files, machine });

  const server = await listenOn(app, port);
  url = server.url;
  const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  return {
    url,
    behaviour,
    files,
    commits,
    documents,
    /** Settings of an application that keeps its chats here. */
    settings: {
      CHAT_STORE: "firebase" as const,
      FIREBASE_PROJECT: project,
      FIREBASE_API_KEY: "sandbox-key",
      FIREBASE_BUCKET: bucket,
      FIREBASE_KEY: JSON.stringify({ client_email: email, private_key: key }),
      FIREBASE_URL: url,
    },
    /** The documents of a collection as plain values, by id. */
    collection(name: string): Map<string, Record<string, unknown>> {
      const folder = `${root}/${name}/`;
      const found = documents.all().filter((one) => one.name.startsWith(folder));
      return new Map(found.map((one) => [one.name.slice(folder.length), plainFields(one.fields)]));
    },
    /** Whether the rules let these claims read a document. */
    mayRead: (claims: Record<string, unknown>, path: string) =>
      mayRead(claims, `${root}/${path}`, documents.get(`${root}/${path}`)?.fields ?? {}),
    sessions: () => listen.sessions(),
    /** As after a restart of theirs: every open line ends. */
    cut() {
      listen.forget();
      write.forget();
    },
    close: () => {
      listen.forget();
      write.forget();
      return server.close();
    },
  };
}

/** Pages of every origin may ask, as at Google's. */
function shared(c: Context, answer: Response): Response {
  const { headers } = answer;
  headers.set("access-control-allow-origin", c.req.header("origin") ?? "*");
  headers.set("access-control-allow-credentials", "true");
  headers.set("access-control-allow-methods", "GET, POST, OPTIONS");
  headers.set("access-control-allow-headers", c.req.header("access-control-request-headers") ?? "content-type");
  headers.set("access-control-max-age", "600");
  headers.set("vary", "origin");
  return answer;
}

type DocumentCallsGiven = {
  documents: ReturnType<typeof openDocuments>;
  behaviour: FirebaseBehaviour;
  commits: { at: number; writes: number }[];
  root: string;
};

/** The calls of Firestore's REST API that servers make. */
function documentCalls({ documents, behaviour, commits, root }: DocumentCallsGiven): {
  [name: string]: (c: Context) => Promise<Response>;
} {
  return {
    async "documents:commit"(c) {
      const text = await c.req.text();
      if (behaviour.refuses && text.includes(behaviour.refuses))
        throw new FirestoreFault("INVALID_ARGUMENT", "Not this.");
      const { writes } = JSON.parse(text) as { writes: Write[] };
      const version = documents.commit(writes);
      commits.push({ at: version, writes: writes.length });
      if (behaviour.calls === "lost") throw new FirestoreFault("UNAVAILABLE", "The answer was lost.");
      const updateTime = versionTime(version);
      return c.json({ writeResults: writes.map(() => ({ updateTime })), commitTime: updateTime });
    },
    async "documents:batchGet"(c) {
      const { documents: names } = (await c.req.json()) as { documents: string[] };
      const readTime = versionTime(documents.version());
      return c.json(
        names.map((name) => {
          const found = documents.get(name);
          return found ? { found: shownDocument(found), readTime } : { missing: name, readTime };
        }),
      );
    },
    async "documents:runQuery"(c) {
      const { structuredQuery } = (await c.req.json()) as { structuredQuery: Query };
      const found = queryAnswer(documents.all(), root, structuredQuery);
      return c.json(found.map((one) => ({ document: shownDocument(one), readTime: versionTime(documents.version()) })));
    },
  };
}

/** The access tokens of servers, and how browsers sign in. */
function addSignIn(app: Hono, who: ReturnType<typeof people>): void {
  app.post("/token", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const answer = who.machine(form.get("assertion") ?? "");
    return answer ? c.json(answer) : c.json({ error: "invalid_grant" }, 400);
  });
  app.post("/identitytoolkit.googleapis.com/v1/:call", async (c) => {
    const { token = "", idToken = "" } = (await c.req.json()) as { token?: string; idToken?: string };
    const signing = c.req.param("call") === "accounts:signInWithCustomToken";
    const answer = signing ? who.signIn(token) : who.lookup(idToken);
    const message = signing ? "INVALID_CUSTOM_TOKEN" : "INVALID_ID_TOKEN";
    return answer ? c.json(answer) : c.json({ error: { code: 400, message } }, 400);
  });
  app.post("/securetoken.googleapis.com/v1/token", async (c) => {
    const answer = who.refresh(new URLSearchParams(await c.req.text()).get("refresh_token") ?? "");
    return answer ? c.json(answer) : c.json({ error: { code: 400, message: "INVALID_REFRESH_TOKEN" } }, 400);
  });
}

type BucketGiven = { bucket: string; files: Map<string, UploadedFile>; machine(c: Context): void };

/** The bucket that files are uploaded to. */
function addBucket(app: Hono, { bucket, files, machine }: BucketGiven): void {
  app.post(`/upload/storage/v1/b/${bucket}/o`, async (c) => {
    machine(c);
    const name = c.req.query("name") ?? "";
    if (c.req.query("ifGenerationMatch") === "0" && files.has(name)) return c.json({ error: { code: 412 } }, 412);
    const bytes = Buffer.from(await c.req.arrayBuffer());
    files.set(name, { type: c.req.header("content-type") ?? "", bytes });
    return c.json({ name, bucket, size: String(bytes.length) });
  });
  app.on(["GET", "DELETE"], `/storage/v1/b/${bucket}/o/:name`, (c) => {
    machine(c);
    const name = decodeURIComponent(c.req.param("name"));
    const found = files.get(name);
    if (!found) return c.json({ error: { code: 404 } }, 404);
    if (c.req.method === "GET") return c.body(new Uint8Array(found.bytes), 200, { "content-type": found.type });
    files.delete(name);
    return c.body(null, 204);
  });
}
