import { Form } from "@remix-run/react";
import type { z } from "zod";
import type { responseCalls, SurveyStatistics } from "../../../services/survey/contract.responses";
import type { SurveyDetail } from "../../../services/survey/contract.schemas";
import { href } from "../../href";
import { Button, LinkButton } from "../../kit/ui/button";
import { DateField } from "../../kit/ui/date-field";
import { Select } from "../../kit/ui/field";
import { channelChoices, dispositionChoices, languageChoices, responseStates } from "../$uuid.responses.list";

type FiltersProps = {
  survey: Pick<SurveyDetail, "uuid" | "languages">;
  runs: SurveyStatistics["runs"];
  query: z.output<typeof responseCalls.statistics.query>;
};

/** Of which responses the results are. What comes with a link stays until all is cleared. */
export function ResultFilters({ survey: { uuid, languages }, runs, query }: FiltersProps) {
  const { state, disposition, channel, last_channel, language, run, start_date, end_date, ...linked } = query;
  const filtered = Object.entries(query).some(
    ([name, value]) => value !== undefined && !(name === "state" && value === "completed"),
  );
  return (
    <Form method="get" className="card mb-4 flex flex-wrap items-end gap-3 p-4">
      {Object.entries(linked).map(
        ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <Select id="filter-state" name="state" label="Answers of" defaultValue={state} choices={responseStates} />
      <Select
        id="filter-disposition"
        name="disposition"
        label="Exact state"
        empty="Any"
        defaultValue={disposition ?? ""}
        choices={dispositionChoices}
      />
      <Select
        id="filter-channel"
        name="channel"
        label="Channel"
        empty="All channels"
        defaultValue={channel ?? ""}
        choices={channelChoices}
      />
      <Select
        id="filter-last_channel"
        name="last_channel"
        label="Ended on"
        empty="All channels"
        defaultValue={last_channel ?? ""}
        choices={channelChoices}
      />
      {(languages.length > 1 || language !== undefined) && (
        <Select
          id="filter-language"
          name="language"
          label="Language"
          empty="All languages"
          defaultValue={language ?? ""}
          choices={languageChoices(language && !languages.includes(language) ? [...languages, language] : languages)}
        />
      )}
      {(runs.length > 0 || run !== undefined) && (
        <Select
          id="filter-run"
          name="run"
          label="Run"
          empty="All responses"
          defaultValue={run === undefined ? "" : String(run)}
          choices={runChoices(runs, run)}
        />
      )}
      <DateField id="filter-start_date" name="start_date" label="From" defaultValue={start_date ?? ""} />
      <DateField id="filter-end_date" name="end_date" label="To" defaultValue={end_date ?? ""} />
      <Button>Filter</Button>
      {filtered && (
        <LinkButton to={href("/survey/:uuid/reports", { uuid })} variant="ghost">
          Clear all
        </LinkButton>
      )}
    </Form>
  );
}

/** An older run than those that are offered is offered while it is chosen. */
function runChoices(runs: SurveyStatistics["runs"], chosen: number | undefined) {
  const older = chosen !== undefined && !runs.some(({ id }) => id === chosen);
  return [...runs, ...(older ? [{ id: chosen, name: `Run ${chosen}` }] : [])].map(({ id, name }) => ({
    ...{ value: String(id), label: name },
  }));
}
