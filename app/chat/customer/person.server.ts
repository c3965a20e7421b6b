import { z } from "zod";
import { typedId, typedText, unknownIntent } from "../../kit/typed-fields";
import { done, type FormRequest } from "../../shell/page.server";
import { inboxHref } from "../inbox/inbox-links";

const one = { person_id: typedId };

export const PersonPost = z.discriminatedUnion(
  "intent",
  [
    z.object({ ...one, intent: z.enum(["merge", "part"]), other: typedId }),
    z.object({ ...one, intent: z.enum(["block", "unblock"]) }),
    z.object({
      ...one,
      intent: z.literal("save"),
      ...{ name: typedText, msisdn: typedText, email: typedText },
      language: z.enum(["", "en", "sw"]).catch(""),
    }),
  ],
  unknownIntent,
);

type PersonGiven = FormRequest<"/chat/inbox/details/profile/contacts", typeof PersonPost>;

/** Saves what is known of a customer, joins another into them, parts one again, blocks or unblocks. */
export async function actOnPerson({ api, url, from, value, refuse }: PersonGiven) {
  const here = inboxHref(url.search, {}, "/chat/inbox/details/profile/contacts");
  const id = value.person_id;
  if (!id) return refuse({ message: "Reload the page." });
  const params = { id };
  switch (value.intent) {
    case "merge": {
      const answer = await api.chat.mergePerson({ params, body: { other: value.other } });
      if (answer.status !== 201) return refuse(answer.body);
      return done(from, here, "The two profiles are merged. You can undo this here.", "Merged");
    }
    case "part": {
      const answer = await api.chat.partPerson({ params, body: { other: value.other } });
      if (answer.status !== 201) return refuse(answer.body);
      return done(from, here, "The profiles are separate again.", "Parted");
    }
    case "save": {
      const { name, msisdn, email, language } = value;
      const answer = await api.chat.savePerson({ params, body: { name, msisdn, email: email.trim(), language } });
      if (answer.status !== 201) return refuse(answer.body);
      return done(from, here, "The profile is saved.", "Saved");
    }
    default: {
      const blocked = value.intent === "block";
      const answer = await api.chat.savePerson({ params, body: { blocked } });
      if (answer.status !== 201) return refuse(answer.body);
      const [words, title] = blocked
        ? ["Their messages are blocked.", "Blocked"]
        : ["They can write again.", "Unblocked"];
      return done(from, here, words, title);
    }
  }
}
