import { data } from "@remix-run/node";
import { pageMatches } from "../../services/chat/contract.forms";
import { href } from "../href";
import { type Admitted, done } from "../shell/page.server";
import { type Posted, readForm } from "./form.server";
import { type RefusedForm, refusalOf } from "./settings.labels";
import type { TypedTrigger } from "./trigger-form";

const path = "/chat/settings/trigger";

/** Adds, changes, ranks and deletes triggers. */
export async function changeTriggers({ api, request, from }: Admitted<typeof path>) {
  const form = await readForm(api, request);
  const back = href(path);
  switch (form.value("intent")) {
    case "delete": {
      const answer = await api.chat.removeTrigger({ params: { id: form.number("id") ?? 0 } });
      return answer.status === 201 ? done(from, back, answer.body.message, "Deleted") : refused(answer.body);
    }
    case "rank": {
      const ids = form.value("ids").split(",").map(Number).filter(Number.isSafeInteger);
      const answer = await api.chat.rankTriggers({ body: { ids } });
      return answer.status === 201 ? done(from, back) : refused(answer.body);
    }
    default: {
      const typed = typedFrom(form);
      const { id, ...given } = typed;
      const number = form.number("id");
      const answer = await api.chat.saveTrigger({ body: { ...given, ...(number ? { id: number } : {}) } });
      if (answer.status === 201) return done(from, back, `${answer.body.name} is saved.`, "Saved");
      return refused(answer.body, typed);
    }
  }
}

function refused(problem: Parameters<typeof refusalOf>[0], typed?: TypedTrigger) {
  const answer: RefusedForm<TypedTrigger> = refusalOf(problem, typed);
  return data(answer, { status: problem.status === 400 ? 422 : problem.status });
}

function typedFrom(form: Posted): TypedTrigger {
  return {
    id: form.value("id"),
    name: form.value("name"),
    match: pageMatches.find((one) => one === form.value("match")) ?? "contains",
    url: form.value("url"),
    seconds: form.value("seconds"),
    once: form.value("once") === "on",
    text_en: form.value("text_en"),
    text_sw: form.value("text_sw"),
    active: form.value("active") === "on",
  };
}
