import type { Trx } from "../../kit/database";
import { mustMay } from "../records/actor";
import { pausePerson } from "../sequences/pause";
import { findSequencePerson } from "../sequences/store";
import { findPlace, putBackPerson, SequencePlace, takeOutPerson } from "../sequences/take-out";
import type { ItemChanger, ItemContext } from "./items";

/** Whether that changed anything. */
async function setPaused(trx: Trx, { caller, now }: ItemContext, id: number, paused: boolean): Promise<boolean> {
  const before = await findSequencePerson(trx, caller.account, id);
  if (before.state === "active" && (before.paused_at !== null) === paused) return false;
  await pausePerson(trx, caller, id, { paused, now });
  return true;
}

function pausing(paused: boolean): ItemChanger {
  return {
    async apply(trx, context, id) {
      return (await setPaused(trx, context, id, paused))
        ? { before: { paused: !paused }, after: { paused } }
        : undefined;
    },
    restore: (trx, context, { id }) => setPaused(trx, context, id, !paused),
  };
}

/** People of sequences are paused, go on, or are taken out. */
export const sequenceChanges: Record<"sequence paused" | "sequence resumed" | "sequence ended", ItemChanger> = {
  "sequence paused": pausing(true),
  "sequence resumed": pausing(false),
  "sequence ended": {
    async apply(trx, { caller, now }, id) {
      const place = await findPlace(trx, caller.account, id);
      const before = await takeOutPerson(trx, caller, id, now);
      return place && { before: place, after: { state: "taken_out", was: before.state } };
    },
    async restore(trx, { caller, now }, { id, before }) {
      const person = await findSequencePerson(trx, caller.account, id);
      mustMay(caller, person.record.kind);
      if (person.state !== "taken_out") return false;
      return putBackPerson(trx, caller, person, { place: SequencePlace.parse(before), now });
    },
  },
};
