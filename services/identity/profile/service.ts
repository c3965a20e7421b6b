import type { ActionOn } from "../../../rules/audit";
import { recordActivity } from "../../kit/activities";
import type { Client } from "../../kit/client";
import { problem } from "../../kit/contract";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { uploads } from "../../uploads/contract";
import type { identity } from "../contract";
import type { profileCalls } from "../contract.profile";
import type { IdentityDeps } from "../deps";
import { tokenHash } from "../sessions";
import type { SessionPerson } from "../store";
import { activityChoices, activityPage } from "./activities";
import { deviceWords } from "./device";
import { factorHandlers } from "./factor-service";
import { changePassword } from "./password";
import { findProfile, keepPhoto, loadSignUpAnswers, requestSelf, type Self, selfActor, updateSelf } from "./person";
import { endOne, endOthers, listSessions } from "./sessions";
import { listSignIns, mailUnlink, unlink } from "./sign-ins";

export type ProfileDeps = Pick<IdentityDeps, "providers" | "facebook"> & {
  serviceSecret: string;
  /** The uploads service, asked as a service of ours: photos and archives. */
  uploadsFor?(account: string): Client<typeof uploads.calls>;
};

const gone = "You are not in this account any more.";

/** The profile half of the identity service: oneself, one's sessions, and what everybody did. */
export function profileHandlers(
  database: Database,
  deps: ProfileDeps,
): Pick<Handlers<typeof identity.calls>, keyof typeof profileCalls> {
  const { db } = database;
  const changing = <T>(account: string, work: (trx: Trx) => Promise<T>) => inAccount(db, account, work);
  const reading = <T>(account: string, work: (trx: Trx) => Promise<T>) => readAccount(db, account, work);
  const files = (account: string) => {
    if (!deps.uploadsFor) throw new Error("the identity service was set up without uploads");
    return deps.uploadsFor(account);
  };

  return {
    ...factorHandlers(database, deps),

    async profile(_, { who, address }) {
      const self = requestSelf(who, address);
      const found = await reading(self.account, async (trx) => {
        const own = await findProfile(trx, self);
        return own && { ...own, ...(await listSignIns(trx, deps, self)) };
      });
      return found ? { status: 200, body: found } : problem(404, gone);
    },

    async signUpAnswers(_, { who, address }) {
      const found = await reading(requestSelf(who, address).account, (trx) =>
        loadSignUpAnswers(trx, requestSelf(who, address)),
      );
      return found ? { status: 200, body: found } : problem(404, gone);
    },

    async updateProfile({ body }, { who, address }) {
      const self = requestSelf(who, address);
      const message = await changing(self.account, (trx) => updateSelf(trx, self, body));
      return { status: 200, body: { status: 200, message } };
    },

    async setPhoto({ body }, { who, address }) {
      const self = requestSelf(who, address);
      const subject = { subject: "user", subject_id: String(self.user) } as const;
      const attached = await files(self.account).attach({
        body: { ids: [body.file_id], ...subject, user_id: String(self.user) },
      });
      if (attached.status !== 201) return problem(404, "There is no such photo.");
      const [photo] = attached.body.files;
      if (photo?.purpose !== "photo") return problem(422, "This file was not sent as a photo.");
      const before = await changing(self.account, (trx) => keepPhoto(trx, self, { id: photo.id, url: photo.url }));
      if (before && before !== photo.id) await files(self.account).removeFile({ params: { id: before } });
      return { status: 200, body: { profile_url: photo.url } };
    },

    async removePhoto(_, { who, address }) {
      const self = requestSelf(who, address);
      const before = await changing(self.account, (trx) => keepPhoto(trx, self, undefined));
      if (before) await files(self.account).removeFile({ params: { id: before } });
      return { status: 200, body: { status: 200, message: "Your photo was removed." } };
    },

    async changePassword({ body }, { who, token, address }) {
      const self = { ...requestSelf(who, address), company: (who as SessionPerson).account_name ?? "" };
      return changePassword(database, self, body, tokenHash(token));
    },

    unlinkSignIn: ({ params, body }, { who, address }) =>
      unlink(database, deps, requestSelf(who, address), { ...params, ...body }),
    mailUnlink: ({ params }, { who, address }) =>
      mailUnlink(database, deps, requestSelf(who, address), params.provider),

    async sessions(_, { who, token, address }) {
      const rows = await listSessions(db, requestSelf(who, address), tokenHash(token));
      const data = rows.map(({ user_agent, created_at, last_seen, ...row }) => ({
        ...row,
        device: deviceWords(user_agent),
        since: created_at.toISOString(),
        last_seen: last_seen.toISOString(),
      }));
      return { status: 200, body: { data } };
    },

    async endSession({ params }, { who, address }) {
      const self = requestSelf(who, address);
      const ended = await changing(self.account, async (trx) => {
        const session = await endOne(trx, self, params.id);
        if (!session) return undefined;
        const device = deviceWords(session.user_agent);
        await note(trx, self, "Session ended", `${self.name} ended a session of theirs: ${device}.`);
        return device;
      });
      if (ended === undefined) return problem(404, "This session has ended already.");
      return { status: 200, body: { status: 200, message: `${ended} was signed out.` } };
    },

    async endSessions({ body }, { who, token, address }) {
      const self = requestSelf(who, address);
      const ended = await changing(self.account, async (trx) => {
        const count = await endOthers(trx, self, body.keep_this ? tokenHash(token) : undefined);
        const where = body.keep_this ? "everywhere else" : "everywhere";
        if (count > 0) await note(trx, self, "Session ended", `${self.name} signed out ${where}: ${count} in all.`);
        return count;
      });
      return { status: 200, body: { ended } };
    },

    async activities({ params, query }, { account, who }) {
      if (params.account !== account) return problem(404, "There is no such account.");
      const zone = (who as SessionPerson).time_zone ?? "Africa/Nairobi";
      return { status: 200, body: await reading(account, (trx) => activityPage(trx, account, zone, query)) };
    },

    async activityChoices({ params }, { account }) {
      if (params.account !== account) return problem(404, "There is no such account.");
      return { status: 200, body: await reading(account, (trx) => activityChoices(trx, account)) };
    },
  };
}

function note(trx: Trx, self: Self, action: ActionOn<"user">, description: string): Promise<void> {
  const subject = { subject: "user", subject_id: String(self.user) } as const;
  return recordActivity(trx, self.account, selfActor(self), { action, description, ...subject });
}
