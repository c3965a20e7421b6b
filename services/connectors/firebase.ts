// Firebase as a server speaks to it: Firestore (REST v1), Storage (JSON), and tokens that sign a browser in.
import { z } from "zod";
import { isLoopback } from "../kit/address";
import { closeOutside, fetchOutside, type OutsideInit, type OutsidePolicy } from "../kit/outside";
import { fieldsFrom, typedFields } from "./firebase.values";
import { type ServiceAccount, serviceAccount, TokenRefused } from "./service-account";

export type FirebaseSettings = {
  project: string;
  bucket: string | undefined;
  account: ServiceAccount;
  /** Another host than Google's, for all of it (the sandbox). */
  url?: string | undefined;
};

/** A document by its path in the database ("messages/100001-7"). `paths`: only these fields are written or cleared. */
export type Put = { path: string; fields: Record<string, unknown>; paths?: readonly string[] };
/** It must be as it was at this moment of the store, or not be there (null). */
export type Unless = { is: string | null };
export type StoredDocument = { fields: Record<string, unknown>; updated: string };

/** Refused. `status` in Google's words, e.g. FAILED_PRECONDITION; UNAVAILABLE and the like may be tried again. */
export class FirebaseRefused extends Error {
  constructor(
    readonly status: string,
    message: string,
  ) {
    super(`Firebase answered ${status}: ${message}`);
  }
}

const hosts = {
  firestore: "https://firestore.googleapis.com",
  storage: "https://storage.googleapis.com",
  token: "https://oauth2.googleapis.com/token",
} as const;
const identityToolkit = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit";
const scope = "https://www.googleapis.com/auth/datastore https://www.googleapis.com/auth/devstorage.read_write";

const Problem = z.object({ error: z.object({ status: z.string().optional(), message: z.string().optional() }) });
const Committed = z.object({ commitTime: z.string() });
const Got = z.array(
  z.object({
    found: z
      .object({ name: z.string(), fields: z.record(z.string(), z.unknown()).default({}), updateTime: z.string() })
      .optional(),
  }),
);

export type Firebase = ReturnType<typeof firebase>;

export function firebase({ project, bucket, account, url }: FirebaseSettings) {
  const base = url?.replace(/\/+$/, "");
  const inside = base !== undefined && isLoopback(new URL(base).hostname.replace(/^\[|\]$/g, ""));
  // The address is the operator's choice; only the sandbox's lies in this machine.
  const policy: OutsidePolicy = { seconds: 20, allow: (address) => inside && isLoopback(address) };
  const tokenUrl = base ? `${base}/token` : hosts.token;
  const root = `projects/${project}/databases/(default)/documents`;
  const documents = `${base ?? hosts.firestore}/v1/${root}`;
  const objects = `${base ?? hosts.storage}`;
  const identity = serviceAccount(account, { tokenUrl, policy });

  const bearer = () =>
    identity.bearer(scope).catch((error: unknown) => {
      throw error instanceof TokenRefused ? new FirebaseRefused("UNAUTHENTICATED", error.message) : error;
    });

  async function ask(address: string, { headers, ...init }: OutsideInit): Promise<Response> {
    const authorization = `Bearer ${await bearer()}`;
    const given = { ...init, headers: { ...headers, authorization }, redirect: "manual" as const };
    const answer = await fetchOutside(address, given, policy);
    if (answer.status === 401) identity.forget();
    return answer;
  }

  async function refused(answer: Response): Promise<FirebaseRefused> {
    const said = Problem.safeParse(await answer.json().catch(() => undefined));
    const { status, message } = said.success ? said.data.error : {};
    return new FirebaseRefused(status ?? `HTTP ${answer.status}`, message ?? "");
  }

  async function call(method: string, body: object): Promise<unknown> {
    const json = { "content-type": "application/json" };
    const answer = await ask(`${documents}:${method}`, { method: "POST", headers: json, body: JSON.stringify(body) });
    if (answer.status !== 200) throw await refused(answer);
    return answer.json();
  }

  const at = (path: string) => `${root}/${path}`;

  return {
    /**
     * Writes all of it or nothing, if the document `first` is as it is said to be. Answers the moment of the store.
     * @throws FirebaseRefused FAILED_PRECONDITION, ALREADY_EXISTS or NOT_FOUND when it is not
     */
    async commit(first: Put & { unless: Unless }, rest: readonly Put[]): Promise<string> {
      const { unless } = first;
      const currentDocument = unless.is === null ? { exists: false } : { updateTime: unless.is };
      const write = ({ path, fields, paths }: Put) => ({
        update: { name: at(path), fields: typedFields(fields) },
        ...(paths ? { updateMask: { fieldPaths: [...paths] } } : {}),
      });
      const writes = [{ ...write(first), currentDocument }, ...rest.map(write)];
      return Committed.parse(await call("commit", { writes })).commitTime;
    },

    /** The document at a path; undefined when there is none. */
    async read(path: string): Promise<StoredDocument | undefined> {
      const [got] = Got.parse(await call("batchGet", { documents: [at(path)] }));
      return got?.found && { fields: fieldsFrom(got.found.fields), updated: got.found.updateTime };
    },

    /** Keeps a file in the bucket; one that is there already stays. */
    async upload(name: string, type: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
      const query = new URLSearchParams({ uploadType: "media", name, ifGenerationMatch: "0" });
      const address = `${objects}/upload/storage/v1/b/${bucket}/o?${query}`;
      const answer = await ask(address, { method: "POST", headers: { "content-type": type }, body: bytes });
      if (answer.status !== 200 && answer.status !== 412) throw await refused(answer);
      await answer.body?.cancel();
    },

    /** Removes a file; what is gone already is no error. */
    async drop(name: string): Promise<void> {
      const address = `${objects}/storage/v1/b/${bucket}/o/${encodeURIComponent(name)}`;
      const answer = await ask(address, { method: "DELETE" });
      if (answer.status !== 204 && answer.status !== 404) throw await refused(answer);
      await answer.body?.cancel();
    },

    /** Signs somebody in with these claims; it must be used within the hour. */
    signIn: (uid: string, claims: Record<string, unknown>) =>
      identity.sign({ sub: account.client_email, uid, claims }, identityToolkit, 3_600),

    stop: () => closeOutside(policy),
  };
}
