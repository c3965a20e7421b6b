import { type Database, inAccount, readAccount } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { survey } from "../contract";
import type { editCalls } from "../contract.edits";
import { correctAnswer, loadEditable, loadEdits } from "./edits";

/** Correcting answers of responses that have ended. */
export function editHandlers({ db }: Database): Pick<Handlers<typeof survey.calls>, keyof typeof editCalls> {
  return {
    async responseEdits({ params }, { account }) {
      const body = await readAccount(db, account, (trx) => loadEdits(trx, account, params.uuid, params.id));
      return { status: 200, body };
    },

    async answerToEdit({ params }, { account }) {
      return { status: 200, body: await readAccount(db, account, (trx) => loadEditable(trx, account, params)) };
    },

    async editAnswer({ params, body }, caller) {
      const changed = await inAccount(db, caller.account, (trx) => correctAnswer(trx, caller, params, body));
      const message = changed ? "The answer was corrected." : "The answer is as it was.";
      return { status: 201, body: { status: 201, message } };
    },
  };
}
