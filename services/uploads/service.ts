import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { isAdmin } from "../../rules/access";
import { problem } from "../kit/contract";
import { type Database, inAccount, readAccount, type Trx } from "../kit/database";
import { signLink } from "../kit/file-links";
import { safeName } from "../kit/file-types";
import type { Tasks } from "../kit/jobs";
import type { Person, Service } from "../kit/principal";
import { type Handlers, HttpError, type ServedCalls, type ServeOptions, serve } from "../kit/serve";
import { FileRefused, type Storage } from "../kit/storage";
import { type StoredFile, uploads } from "./contract";
import { receiveForm, rulesFor } from "./receive";
import { addFile, bind, type FileRow, findFile, forget, idsBefore, listFiles } from "./store";

const noFile = "There is no such file.";
const anHour = 3600;

/** The embedded uploads service: files in the store, each bound to its account and to what it belongs to. */
export function uploadsService(
  database: Database,
  storage: Storage,
  options: ServeOptions,
): ServedCalls<typeof uploads.calls> {
  const inside = <T>(account: string, work: (trx: Trx) => Promise<T>) => inAccount(database.db, account, work);
  const reading = <T>(account: string, work: (trx: Trx) => Promise<T>) => readAccount(database.db, account, work);

  function linked(account: string, row: FileRow): StoredFile {
    const { id, name, type, bytes, purpose, by, at } = row;
    const expires = Math.floor(Date.now() / 1000) + anHour;
    const url =
      purpose === "photo" ? `/files/${id}` : signLink(options.serviceSecret, { account, id, expires, open: false });
    return { id, name, type, bytes, purpose, by, at: at.toISOString(), url };
  }

  const handlers: Handlers<typeof uploads.calls> = {
    async chatUploads({ stream, query }, { account, who }) {
      const options = { purpose: query.purpose, sender: senderOf(who), strict: true };
      const { files } = await receiveForm(database, storage, account, stream, options);
      if (files.length === 0) return problem(422, "Choose a file.", { file: ["Choose a file."] });
      return { status: 201, body: { files: files.map((row) => linked(account, row)) } };
    },

    async form({ stream, query }, { account, who }) {
      const options = { purpose: query.purpose, sender: senderOf(who), strict: false };
      const received = await receiveForm(database, storage, account, stream, options);
      return { status: 201, body: { ...received, files: received.files.map((row) => linked(account, row)) } };
    },

    async file({ params }, { account, who }) {
      const row = await reading(account, (trx) => findFile(trx, account, params.id));
      return row && mayRead(who, row) ? { status: 200, body: linked(account, row) } : problem(404, noFile);
    },

    async removeFile({ params }, { account, who }) {
      return inside(account, async (trx) => {
        const row = await findFile(trx, account, params.id);
        if (!row || !isSender(who, row)) return problem(404, noFile);
        if (row.subject !== "") return problem(409, "This file belongs to a record by now and is not taken back here.");
        await forget(trx, account, [row.id]);
        return { status: 200, body: { status: 200, message: `${row.name} was removed.` } };
      });
    },

    async attach({ body }, { account }) {
      const { ids, ...to } = body;
      const rows = await inside(account, async (trx) => {
        const bound = await bind(trx, account, ids, to);
        if (bound.length < new Set(ids).size) throw new HttpError(404, noFile);
        return bound;
      });
      return { status: 201, body: { files: rows.map((row) => linked(account, row)) } };
    },

    async copy({ body }, { account }) {
      const files = [];
      for (const id of body.ids) {
        const row = await reading(account, (trx) => findFile(trx, account, id));
        const bytes = row && (await storage.get(row.key));
        if (!row || !bytes) throw new HttpError(404, noFile);
        const kept = await storage.put(account, bytes, rulesFor(row.purpose));
        const about = { name: row.name, purpose: row.purpose, sender: body.user };
        files.push(linked(account, await inside(account, (trx) => addFile(trx, account, kept, about))));
      }
      return { status: 201, body: { files } };
    },

    async filesOf({ query }, { account }) {
      const rows = await reading(account, (trx) => listFiles(trx, account, query.subject, query.subject_id));
      return { status: 200, body: { files: rows.map((row) => linked(account, row)) } };
    },

    async link({ params, query }, { account }) {
      const row = await reading(account, (trx) => findFile(trx, account, params.id));
      if (!row) return problem(404, noFile);
      const expires = Math.floor(Date.now() / 1000) + query.seconds;
      const url = signLink(options.serviceSecret, { account, id: row.id, expires, open: query.open });
      return { status: 200, body: { url, expires_at: new Date(expires * 1000).toISOString() } };
    },

    async keep({ stream, query }, { account }) {
      const { purpose, name, ...to } = query;
      const kept = await storage
        .put(account, Readable.fromWeb(stream.body as WebStream), rulesFor(purpose))
        .catch((error: unknown) => {
          throw error instanceof FileRefused
            ? new HttpError(error.reason === "no-room" ? 503 : 422, error.message)
            : error;
        });
      try {
        const about = { name: safeName(name, kept.type), purpose, ...to };
        const row = await inside(account, (trx) => addFile(trx, account, kept, about));
        return { status: 201, body: linked(account, row) };
      } catch (error) {
        await storage.remove(kept.key);
        throw error;
      }
    },

    ...dropHandlers(inside),
  };
  return serve(uploads, handlers, options);
}

type Drops = Pick<Handlers<typeof uploads.calls>, "dropOf" | "dropFiles" | "dropOlder">;

/** The calls by which services of ours remove files. */
function dropHandlers(inside: <T>(account: string, work: (trx: Trx) => Promise<T>) => Promise<T>): Drops {
  return {
    async dropOf({ body }, { account }) {
      const removed = await inside(account, async (trx) => {
        const rows = await listFiles(trx, account, body.subject, body.subject_id);
        return forget(
          trx,
          account,
          rows.map(({ id }) => id),
        );
      });
      return { status: 200, body: { removed } };
    },

    async dropFiles({ body }, { account }) {
      return { status: 200, body: { removed: await inside(account, (trx) => forget(trx, account, body.ids)) } };
    },

    async dropOlder({ body }, { account }) {
      const removed = await inside(account, async (trx) =>
        forget(trx, account, await idsBefore(trx, account, body.purposes, new Date(body.before))),
      );
      return { status: 200, body: { removed, more: removed === 1000 } };
    },
  };
}

/** The jobs of the uploads service; each may run twice. */
export function uploadsTasks(database: Database, storage: Storage): Tasks {
  return {
    "uploads.remove": ({ key }) => storage.remove(String(key)),

    async "uploads.forget-loose"({ account, id }) {
      await inAccount(database.db, String(account), async (trx) => {
        const row = await findFile(trx, String(account), String(id));
        if (row?.subject === "") await forget(trx, String(account), [row.id]);
      });
    },
  };
}

function isSender(who: Person | Service, row: FileRow): boolean {
  return who.kind === "service" || row.user_id === who.id;
}

/** A photo is everybody's of the account; else the sender, an administrator, or the service that it belongs to. */
function mayRead(who: Person | Service, row: FileRow): boolean {
  return who.kind === "service" || row.purpose === "photo" || row.user_id === who.id || isAdmin(who.roles);
}

function senderOf(who: Person | Service): { id: string; name: string } | undefined {
  return who.kind === "person" ? { id: who.id, name: who.name } : undefined;
}
