import { z } from "zod";
import { href } from "../../href";
import { typedId, typedText } from "../../kit/typed-fields";
import { act, done } from "../../shell/page.server";

/** The forms about the numbers and addresses of a customer. */
const KeyFields = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("join"), point: typedText, other: typedText }),
  z.object({ intent: z.literal("part"), point: typedText, apart: typedText }),
  z.object({ intent: z.literal("undo"), link: typedId }),
]);

const said = { join: "Joined", part: "Set apart", undo: "Taken back" } as const;

/** Joins a number or an address with a customer, sets one apart from them, or takes either back. */
export const keysAction = act("/customer", KeyFields, async ({ api, url, value: form, refuse, from }) => {
  const answer = await ask();
  if (answer.status !== 200 && answer.status !== 201) {
    const problem = answer.body as { status: number; message: string; errors?: Record<string, string[]> };
    // Only the form that joins has a field for what is wrong.
    return refuse(form.intent === "join" ? problem : { status: problem.status, message: problem.message });
  }
  return done(from, href("/customer", undefined, { who: url.searchParams.get("who") ?? "" }), said[form.intent]);

  function ask() {
    if (form.intent === "undo") return api.crm.unlinkCustomer({ params: { id: form.link } });
    const join = form.intent === "join";
    const other = form.intent === "join" ? form.other : form.apart;
    return api.crm.linkCustomer({ body: { point: form.point, other, relation: join ? "same" : "different" } });
  }
});
