import { data } from "@remix-run/node";
import { done } from "../shell/page.server";
import type { InboxRequest } from "./desk.server";
import { deskTo } from "./desk-links";
import { type Posted, readForm } from "./form.server";

const fields = ["name", "msisdn", "email", "language"] as const;
export type PersonField = (typeof fields)[number];

/** Saves what is known of a customer, joins another into them, parts one again, blocks or unblocks. */
export async function actOnPerson({ api, request, url, from }: InboxRequest) {
  const form = await readForm(api, request);
  const id = form.number("person_id");
  const here = deskTo(url.search, {}, "/chat/inbox/details/profile/contacts");
  if (!id) return refused(form, { status: 422, message: "Reload the page." });
  const params = { id };
  const other = form.number("other") ?? 0;
  switch (form.value("intent")) {
    case "merge": {
      const answer = await api.chat.mergePerson({ params, body: { other } });
      if (answer.status !== 201) return refused(form, answer.body);
      return done(from, here, "The two profiles are merged. You can undo this here.", "Merged");
    }
    case "part": {
      const answer = await api.chat.partPerson({ params, body: { other } });
      if (answer.status !== 201) return refused(form, answer.body);
      return done(from, here, "The profiles are separate again.", "Parted");
    }
    case "block":
    case "unblock": {
      const blocked = form.value("intent") === "block";
      const answer = await api.chat.savePerson({ params, body: { blocked } });
      if (answer.status !== 201) return refused(form, answer.body);
      return done(
        from,
        here,
        blocked ? "Their messages are blocked." : "They can write again.",
        blocked ? "Blocked" : "Unblocked",
      );
    }
    default: {
      const language = form.value("language");
      const answer = await api.chat.savePerson({
        params,
        body: {
          name: form.value("name"),
          email: form.value("email").trim(),
          msisdn: form.value("msisdn"),
          language: language === "en" || language === "sw" ? language : "",
        },
      });
      if (answer.status !== 201) return refused(form, answer.body);
      return done(from, here, "The profile is saved.", "Saved");
    }
  }
}

function refused(form: Posted, problem: { status: number; message: string; errors?: Record<string, string[]> }) {
  const typed = Object.fromEntries(fields.map((name) => [name, form.value(name)])) as Record<PersonField, string>;
  const errors = problem.errors ?? {};
  const notice = { level: "warning" as const, title: "Warning", message: problem.message };
  return data(
    { typed, errors, notice: Object.keys(errors).length > 0 ? undefined : notice },
    { status: problem.status === 400 || problem.status === 406 ? 422 : problem.status },
  );
}
