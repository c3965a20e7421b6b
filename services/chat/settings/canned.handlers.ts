import { recordActivity } from "../../kit/activities";
import { actorId, missing } from "../../kit/principal";
import { type Handlers, HttpError } from "../../kit/serve";
import type { chat } from "../contract";
import { settingsNeeds } from "../contract.fields";
import { activityActor, type CallerContext, type ChatContext } from "../workspace/context";
import type { UnitOfWork } from "../workspace/unit-of-work";
import {
  type CannedRow,
  cannedList,
  cannedOffers,
  cannedReader,
  countUse,
  type File,
  keepFiles,
  mayChange,
  mustRead,
  type Reader,
  removeCanned,
  saveCanned,
  shownCanned,
} from "./canned";
import { loadPreferences } from "./preferences";

type ChatHandlers = Handlers<typeof chat.calls>;

/** The calls about canned replies. */
export function cannedHandlers(
  service: ChatContext,
): Pick<ChatHandlers, "cannedFor" | "useCanned" | "cannedResponses" | "saveCanned" | "removeCanned"> {
  const { read, write, deps } = service;

  function reader({ who }: CallerContext): Reader {
    return cannedReader(who, who.kind === "service" || missing(who, settingsNeeds) === undefined);
  }

  /** The reply's files in this order: those it has stay, new ones are bound to it when the caller sent them. */
  async function listFiles({ account, who }: CallerContext, saved: CannedRow, ids: readonly string[]): Promise<File[]> {
    const had = new Map(saved.files.map((file) => [file.id, file]));
    const fresh = [...new Set(ids)].filter((id) => !had.has(id));
    if (fresh.length > 0) {
      const body = { ids: fresh, subject: "canned", subject_id: String(saved.id), user_id: actorId(who) };
      const answer = await deps.clientsOfAccount(account).uploads.attach({ body });
      if (answer.status !== 201)
        throw new HttpError(422, "Please correct the marked fields.", {
          file_ids: ["A file is no longer there. Add it again."],
        });
      for (const { id, name, bytes } of answer.body.files) had.set(id, { id, name, bytes });
    }
    return [...new Set(ids)].flatMap((id) => had.get(id) ?? []);
  }

  return {
    async cannedFor({ query }, context) {
      const { account, who } = context;
      const data = await read(account, async (trx) => {
        const { canned_keys } = await loadPreferences(trx, account, actorId(who));
        return cannedOffers(trx, account, reader(context), { ...query, keys: canned_keys });
      });
      return { status: 200, body: { data } };
    },

    async useCanned({ params }, context) {
      const { account, who } = context;
      const files = await write(context, (unit) => countUse(unit, reader(context), params.id));
      if (files.length === 0) return { status: 201, body: { status: 201, files: [] } };
      const user = who.kind === "person" ? { id: who.id, name: who.name } : { id: "", name: "" };
      const copied = await deps
        .clientsOfAccount(account)
        .uploads.copy({ body: { ids: files.map(({ id }) => id), user } });
      if (copied.status !== 201)
        throw new HttpError(503, "The files of this reply can't be added just now. Try again in a moment.");
      const kept = copied.body.files.map(({ id, name, bytes }) => ({ id, name, bytes }));
      return { status: 201, body: { status: 201, files: kept } };
    },

    async cannedResponses({ query }, context) {
      const { account } = context;
      return { status: 200, body: await read(account, (trx) => cannedList(trx, account, reader(context), query)) };
    },

    async saveCanned({ body }, context) {
      const { file_ids, ...form } = body;
      const who = reader(context);
      const saved = await write(context, async (unit) => {
        const kept = await saveCanned(unit, who, form);
        // Its files are bound while the reply is not yet to be seen: a file that is gone takes it all back.
        const files = await listFiles(context, kept, file_ids);
        await keepFiles(unit, kept.id, files);
        await told(unit, form.id === undefined ? "added" : "changed", kept);
        return { ...kept, files };
      });
      return { status: 201, body: shownCanned(saved, who) };
    },

    async removeCanned({ params }, context) {
      const who = reader(context);
      const gone = await write(context, async (unit) => {
        const found = await mustRead(unit.trx, unit.account, who, params.id);
        if (!mayChange(who, found))
          throw new HttpError(403, "A reply of a team or of everyone needs the permission Manage chat settings.");
        await removeCanned(unit, found.id);
        await told(unit, "removed", found);
        return found;
      });
      if (gone.files.length > 0)
        await deps
          .clientsOfAccount(context.account)
          .uploads.dropOf({ body: { subject: "canned", subject_id: String(gone.id) } });
      return { status: 201, body: { status: 201, message: `${gone.title} was removed.` } };
    },
  };
}

function told(unit: UnitOfWork, word: "added" | "changed" | "removed", { id, title, scope }: CannedRow): Promise<void> {
  const whose = { own: "of their own", team: "of a team", all: "for everyone" }[scope];
  return recordActivity(unit.trx, unit.account, activityActor(unit), {
    action: `Canned reply ${word}`,
    description: `${unit.by.name} ${word} the canned reply ${title}, ${whose}`,
    subject: "canned reply",
    subject_id: String(id),
  });
}
