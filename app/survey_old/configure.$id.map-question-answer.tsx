// /survey_old/configure/:id/map-question-answer - which contact fields got the answers of a run of an old survey
import { useLoaderData } from "@remix-run/react";
import { titledBy } from "../kit/title";
import { Card } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { page } from "../shell/page.server";
import { loadOldRun } from "./parts/old-run.server";
import { OldRunFrame } from "./parts/old-run-frame";

export const meta = titledBy<typeof loader>(({ data }) => data?.run.name ?? "Contact fields of an old run");

export const loader = page("/survey_old/configure/:id/map-question-answer", async (given) => ({
  run: await loadOldRun(given),
}));

export default function OldContactFields() {
  const { run } = useLoaderData<typeof loader>();
  const kept = run.questions.filter(({ field }) => field !== "");
  return (
    <>
      <OldRunFrame run={run} tab="Contact fields" />
      <Card label="Contact fields" className="max-w-[720px]">
        {kept.length === 0 ? (
          <EmptyState title="No contact fields" text="No import said that answers of this run were kept in contacts." />
        ) : (
          <ul className="divide-y divide-line">
            {kept.map(({ id, number, text, field }) => (
              <li key={id} className="grid gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-2">
                <span className="wrap-anywhere">
                  {number}. {text}
                </span>
                <span className="text-quiet wrap-anywhere">Kept in {field}</span>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  );
}
