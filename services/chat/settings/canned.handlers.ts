import { recordActivity } from "../../kit/activities";
import { missing } from "../../kit/principal";
import { type Handlers, Refused } from "../../kit/serve";
import type { chat } from "../contract";
import { settingsNeeds } from "../contract.words";
import type { Act } from "../desk/act";
import { type Asking, actorOf, type Bench, idOf } from "../desk/bench";
import {
  type CannedRow,
  cannedList,
  cannedOffers,
  countUse,
  type File,
  keepFiles,
  mayChange,
  mustRead,
  type Reader,
  readerOf,
  removeCanned,
  saveCanned,
  shownCanned,
} from "./canned";
import { preferencesOf } from "./preferences";

type Served = Handlers<typeof chat.calls>;

/** The calls about canned replies. */
export function cannedHandlers(
  bench: Bench,
): Pick<Served, "cannedFor" | "useCanned" | "cannedResponses" | "saveCanned" | "removeCanned"> {
  const { read, write, deps } = bench;

  function reader({ who }: Asking): Reader {
    return readerOf(who, who.kind === "service" || missing(who, settingsNeeds) === undefined);
  }

  /** The reply's files in this order: those it has stay, new ones are bound to it when the caller sent them. */
  async function filesOf({ account, who }: Asking, saved: CannedRow, ids: readonly string[]): Promise<File[]> {
    const had = new Map(saved.files.map((file) => [file.id, file]));
    const fresh = [...new Set(ids)].filter((id) => !had.has(id));
    if (fresh.length > 0) {
      const body = { ids: fresh, subject: "canned", subject_id: String(saved.id), user_id: idOf(who) };
      const answer = await deps.askAs(account).uploads.attach({ body });
      if (answer.status !== 201)
        throw new Refused(422, "Please correct the marked fields.", {
          file_ids: ["A file is no longer there. Add it again."],
        });
      for (const { id, name, bytes } of answer.body.files) had.set(id, { id, name, bytes });
    }
    return [...new Set(ids)].flatMap((id) => had.get(id) ?? []);
  }

  return {
    async cannedFor({ query }, asking) {
      const { account, who } = asking;
      const data = await read(account, async (trx) => {
        const { canned_keys } = await preferencesOf(trx, account, idOf(who));
        return cannedOffers(trx, account, reader(asking), { ...query, keys: canned_keys });
      });
      return { status: 200, body: { data } };
    },

    async useCanned({ params }, asking) {
      const { account, who } = asking;
      const files = await write(asking, (act) => countUse(act, reader(asking), params.id));
      if (files.length === 0) return { status: 201, body: { status: 201, files: [] } };
      const user = who.kind === "person" ? { id: who.id, name: who.name } : { id: "", name: "" };
      const copied = await deps.askAs(account).uploads.copy({ body: { ids: files.map(({ id }) => id), user } });
      if (copied.status !== 201)
        throw new Refused(503, "The files of this reply can't be added just now. Try again in a moment.");
      const kept = copied.body.files.map(({ id, name, bytes }) => ({ id, name, bytes }));
      return { status: 201, body: { status: 201, files: kept } };
    },

    async cannedResponses({ query }, asking) {
      const { account } = asking;
      return { status: 200, body: await read(account, (trx) => cannedList(trx, account, reader(asking), query)) };
    },

    async saveCanned({ body }, asking) {
      const { file_ids, ...form } = body;
      const who = reader(asking);
      const saved = await write(asking, async (act) => {
        const kept = await saveCanned(act, who, form);
        // Its files are bound while the reply is not yet to be seen: a file that is gone takes it all back.
        const files = await filesOf(asking, kept, file_ids);
        await keepFiles(act, kept.id, files);
        await told(act, form.id === undefined ? "added" : "changed", kept);
        return { ...kept, files };
      });
      return { status: 201, body: shownCanned(saved, who) };
    },

    async removeCanned({ params }, asking) {
      const who = reader(asking);
      const gone = await write(asking, async (act) => {
        const found = await mustRead(act.trx, act.account, who, params.id);
        if (!mayChange(who, found))
          throw new Refused(403, "A reply of a team or of everyone needs the permission Manage chat settings.");
        await removeCanned(act, found.id);
        await told(act, "removed", found);
        return found;
      });
      if (gone.files.length > 0)
        await deps.askAs(asking.account).uploads.dropOf({ body: { subject: "canned", subject_id: String(gone.id) } });
      return { status: 201, body: { status: 201, message: `${gone.title} was removed.` } };
    },
  };
}

function told(act: Act, word: string, { id, title, scope }: CannedRow): Promise<void> {
  const whose = { own: "of their own", team: "of a team", all: "for everyone" }[scope];
  return recordActivity(act.trx, act.account, actorOf(act), {
    action: `Canned reply ${word}`,
    description: `${act.by.name} ${word} the canned reply ${title}, ${whose}`,
    subject: "canned reply",
    subject_id: String(id),
  });
}
