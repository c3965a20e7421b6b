import { data } from "@remix-run/node";
import { href } from "../href";
import { type Admitted, done } from "../shell/page.server";
import { readForm } from "./form.server";
import { ruleBody, type TypedRule, typedRule } from "./rule-form";

export type RuleAnswer = {
  typed?: TypedRule;
  errors: Record<string, string[]>;
  notice?: { level: "warning"; title: string; message: string };
  dryRun?: {
    examined: number;
    matched: number;
    tickets: { id: number; subject: string; would: string[]; nothing: boolean }[];
  };
};

/** Adds, changes, tries, ranks and deletes rules. */
export async function changeRules({ api, request, from }: Admitted<"/ticketing/settings/automations">) {
  const form = await readForm(api, request);
  const path = href("/ticketing/settings/automations");
  const warned = (
    problem: { status: number; message: string; errors?: Record<string, string[]> | undefined },
    typed?: TypedRule,
  ) => {
    const notice = { level: "warning" as const, title: "Warning", message: problem.message };
    const answer: RuleAnswer = { errors: problem.errors ?? {}, notice, ...(typed ? { typed } : {}) };
    return data(answer, { status: problem.status === 400 ? 422 : problem.status });
  };
  switch (form.value("intent")) {
    case "delete": {
      const answer = await api.ticketing.deleteAutomation({ params: { id: Number(form.value("id")) || 0 } });
      if (answer.status !== 201) return warned(answer.body);
      return done(from, path, answer.body.message, "Deleted");
    }
    case "rank": {
      const ids = form.value("ids").split(",").map(Number).filter(Boolean);
      const answer = await api.ticketing.rankAutomations({ body: { ids } });
      if (answer.status !== 201) return warned(answer.body);
      return done(from, path, "The order is saved.", "Saved");
    }
    case "try": {
      const typed = typedRule(form);
      const answer = await api.ticketing.tryAutomation({ body: ruleBody(typed) });
      if (answer.status !== 200) return warned(answer.body, typed);
      return data<RuleAnswer>({ typed, errors: {}, dryRun: answer.body }, { status: 200 });
    }
    default: {
      const typed = typedRule(form);
      const answer = await api.ticketing.saveAutomation({ body: ruleBody(typed) });
      if (answer.status !== 201) return warned(answer.body, typed);
      return done(from, path, `${answer.body.name} is saved.`, "Saved");
    }
  }
}
