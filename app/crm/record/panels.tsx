import { Form, Outlet, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { kindWords } from "../../../rules/crm";
import { PostResult } from "../../kit/post-result";
import { fieldErrors, type LastPost, typedValue } from "../../kit/refused-post";
import { Button, LinkButton } from "../../kit/ui/button";
import { DateField } from "../../kit/ui/date-field";
import { Select, TextInput } from "../../kit/ui/field";
import { CustomInputs } from "../fields/custom-inputs";
import { SequenceCard } from "../sequences/sequence-card";
import { AppointmentsCard } from "./appointments-card";
import { CallsCard, callFieldId, refusedCall } from "./calls-card";
import { HistoryCard, ProfileCard, ScoreCard, StageTimesCard } from "./cards";
import { stageLabel } from "./labels";
import { NoteForm, NoteLines } from "./notes";
import { OrganisationSelect } from "./organisation-select";
import type {
  detailsAction,
  detailsLoader,
  managerAction,
  managerLoader,
  notesAction,
  notesLoader,
  overviewLoader,
  panelLoader,
  stagesAction,
  stagesLoader,
} from "./panels.server";
import { recordHref } from "./places";
import { RecordInputs } from "./record-fields";
import { recordFieldValues } from "./record-form";
import { RecordFrame } from "./record-frame";
import { TasksCard } from "./tasks-card";

type LoaderFrom<Make extends (...given: never[]) => unknown> = ReturnType<Make>;

/** A record: its stage, its notes, who it is, its score and what was changed. */
export function OverviewPage() {
  const { notes, calls, appointments, tasks, sequences, ...loaded } =
    useLoaderData<LoaderFrom<typeof overviewLoader>>();
  const { record, zone, now } = loaded;
  return (
    <RecordFrame {...loaded}>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid min-w-0 gap-4">
          <section className="card" aria-label="Notes">
            <NoteForm record={record} notes={notes} />
            <NoteLines notes={notes} record={record} zone={zone} />
          </section>
          <CallsCard record={record} calls={calls} zone={zone} now={now} />
          <TasksCard record={record} tasks={tasks} zone={zone} now={now} />
          <AppointmentsCard record={record} appointments={appointments} zone={zone} />
          {record.kind !== "deal" && (
            <SequenceCard record={{ id: record.id, kind: record.kind }} sequences={sequences} zone={zone} />
          )}
          <HistoryCard record={record} zone={zone} />
        </div>
        <div className="grid min-w-0 gap-4">
          <ScoreCard record={record} />
          <ProfileCard {...loaded} />
        </div>
      </div>
      <Outlet />
    </RecordFrame>
  );
}

/** What a record says, to be changed. */
export function DetailsPanel() {
  const { organisations, ...loaded } = useLoaderData<LoaderFrom<typeof detailsLoader>>();
  const last = useActionData<LoaderFrom<typeof detailsAction>>();
  const working = useNavigation().state === "submitting";
  const { record, fields } = loaded;
  const kept = recordFieldValues(record);
  return (
    <RecordFrame {...loaded}>
      <PostResult last={last} idOf={(name) => `record-${name}`} />
      <Form key={record.version} method="post" className="card grid max-w-[560px] gap-5 p-5 max-md:p-4">
        <input type="hidden" name="version" value={record.version} />
        <RecordInputs
          id="record"
          held={(name) => typedValue(last, name) ?? kept[name] ?? ""}
          errors={fieldErrors(last)}
        />
        {organisations && <OrganisationSelect record={record} likely={organisations} last={last} />}
        <CustomInputs id="record" fields={fields} values={record.custom} errors={fieldErrors(last)} last={last} />
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" size="lg" working={working}>
            Save the details
          </Button>
          <LinkButton to={recordHref(record)} size="lg" variant="ghost">
            Cancel
          </LinkButton>
        </div>
      </Form>
    </RecordFrame>
  );
}

/** The points, rule by rule. */
export function ScorePanel() {
  const loaded = useLoaderData<LoaderFrom<typeof panelLoader>>();
  return (
    <RecordFrame {...loaded}>
      <div className="grid max-w-[760px] gap-4">
        <ScoreCard record={loaded.record} />
      </div>
    </RecordFrame>
  );
}

/** The notes. */
export function NotesPanel() {
  const { notes, calls, appointments, tasks, ...loaded } = useLoaderData<LoaderFrom<typeof notesLoader>>();
  const last = useActionData<LoaderFrom<typeof notesAction>>();
  const { record, zone } = loaded;
  const call = refusedCall(last);
  return (
    <RecordFrame {...loaded}>
      <PostResult last={last} idOf={(name) => (call === undefined ? "note" : callFieldId(call, name))} />
      <div className="mb-4 grid max-w-[760px] gap-4">
        <TasksCard record={record} tasks={tasks} zone={zone} now={loaded.now} />
        <AppointmentsCard record={record} appointments={appointments} zone={zone} />
        <CallsCard record={record} calls={calls} zone={zone} now={loaded.now} last={last} />
      </div>
      <section className="card max-w-[760px]" aria-label="Notes">
        <NoteForm record={record} notes={notes} last={call === undefined ? last : undefined} />
        <NoteLines notes={notes} record={record} zone={zone} />
      </section>
    </RecordFrame>
  );
}

/** Moving to another stage, with the reason where it is lost, and where it has been. */
export function StagesPanel() {
  const { to, ...loaded } = useLoaderData<LoaderFrom<typeof stagesLoader>>();
  const last = useActionData<LoaderFrom<typeof stagesAction>>();
  const { record, zone } = loaded;
  const changes = record.changes.filter(({ field }) => /^(Stage|Why|Won|Converted)/.test(field));
  return (
    <RecordFrame {...loaded}>
      <div className="grid max-w-[760px] gap-4">
        <PostResult last={last} />
        {!record.converted_at && <StageForm {...loaded} to={to} last={last} />}
        <StageTimesCard record={record} now={loaded.now} />
        <HistoryCard record={{ ...record, changes }} zone={zone} />
      </div>
    </RecordFrame>
  );
}

type StageFormProps = Pick<Parameters<typeof RecordFrame>[0], "record" | "stages"> & { to: string; last: LastPost };

function StageForm({ record, stages, to, last }: StageFormProps) {
  const working = useNavigation().state === "submitting";
  const errors = fieldErrors(last);
  const named = (category: string) => stages.filter((one) => one.category === category).map(({ name }) => name);
  const lost = named("lost").join(" and ");
  return (
    <Form key={record.version} method="post" className="card grid gap-4 p-4">
      <input type="hidden" name="version" value={record.version} />
      <Select
        id="stage_id"
        name="stage_id"
        label="Stage"
        defaultValue={typedValue(last, "stage_id") ?? (to || String(record.stage_id))}
        choices={stages.map((stage) => ({ value: String(stage.id), label: stageLabel(stage, stages) }))}
        errors={errors.stage_id ?? []}
      />
      {record.kind !== "contact" && (
        <TextInput
          id="lost_reason"
          name="lost_reason"
          label="Why it was lost"
          optional
          help={lost ? `Needed for ${lost}.` : undefined}
          maxLength={300}
          defaultValue={typedValue(last, "lost_reason") ?? record.lost_reason}
          errors={errors.lost_reason ?? []}
          autoComplete="off"
        />
      )}
      {record.kind === "deal" && (
        <DateField
          id="won_on"
          name="won_on"
          label="Won on"
          optional
          help={`For ${named("won").join(" and ")}. Empty: today.`}
          defaultValue={typedValue(last, "won_on") ?? record.won_on ?? ""}
          errors={errors.won_on ?? []}
        />
      )}
      <div>
        <Button variant="primary" size="lg" working={working}>
          Move the {kindWords[record.kind][0]}
        </Button>
      </div>
    </Form>
  );
}

/** Who looks after it (R130). */
export function ManagerPanel() {
  const { managers, ...loaded } = useLoaderData<LoaderFrom<typeof managerLoader>>();
  const last = useActionData<LoaderFrom<typeof managerAction>>();
  const working = useNavigation().state === "submitting";
  const { record } = loaded;
  return (
    <RecordFrame {...loaded}>
      <PostResult last={last} />
      <Form key={record.version} method="post" className="card grid max-w-[560px] gap-4 p-4">
        <Select
          id="sales_manager_id"
          name="sales_manager_id"
          label="Sales manager"
          empty="None"
          defaultValue={typedValue(last, "sales_manager_id") ?? record.sales_manager_id ?? ""}
          choices={managers.map(({ id, name }) => ({ value: id, label: name }))}
          errors={fieldErrors(last).sales_manager_id ?? []}
        />
        <div>
          <Button variant="primary" size="lg" working={working}>
            Save the sales manager
          </Button>
        </div>
      </Form>
    </RecordFrame>
  );
}
