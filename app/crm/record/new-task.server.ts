import type { RecordKind } from "../../../rules/crm";
import { act, done, expectStatus, page } from "../../shell/page.server";
import { atDay, noDue, TaskFields, taskBody, taskPeople } from "../tasks/task.server";
import { recordHref } from "./places";
import { fetchRecord } from "./record.server";

/** The loader of a new task about a record. */
export function newTaskLoader(kind: RecordKind) {
  return page(`/crm/${kind}/:index/task`, async ({ api, params, viewer }) => {
    const [record, managers] = await Promise.all([
      fetchRecord(api, kind, Number(params.index) || 0),
      api.crm.salesManagers({}),
    ]);
    const { id, name } = expectStatus(record, 200);
    const known = managers.status === 200 ? managers.body.data : [];
    return { record: { kind, id, name }, people: taskPeople(known, viewer) };
  });
}

export function newTaskAction(kind: RecordKind) {
  return act(`/crm/${kind}/:index/task`, TaskFields, async ({ api, params, value, viewer, refuse, from }) => {
    const id = Number(params.index) || 0;
    const body = taskBody(value, viewer.time_zone);
    if (!body) return refuse({ status: 422, ...noDue });
    const answer = await api.crm.addTask({ body: { ...body, record_id: id } });
    if (answer.status !== 201) return refuse({ ...answer.body, errors: atDay(answer.body.errors) });
    return done(from, recordHref({ kind, id }), "Task added");
  });
}
