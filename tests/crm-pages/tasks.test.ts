import { expect, test } from "vitest";
import { taskPeople, tasksHref, taskValues } from "../../app/crm/tasks/task.server";

const viewer = { id: "1", time_zone: "Africa/Nairobi" };
const known = [
  { id: "1", name: "Wanjiru Maina" },
  { id: "2", name: "Otieno Ouma" },
];

test("a task is given to oneself or to the others, and stays with a person who has left", () => {
  expect(taskPeople(known, viewer)).toEqual([known[1]]);
  expect(taskPeople(known, viewer, { user_id: "1", user_name: "Wanjiru Maina" })).toEqual([known[1]]);
  const left = { user_id: "7", user_name: "Achieng Odhiambo" };
  expect(taskPeople(known, viewer, left)).toEqual([known[1], { id: "7", name: "Achieng Odhiambo" }]);
});

test("the form of one's own task says so, whoever is named", () => {
  const task = {
    ...{ id: 1, record: null, title: "Call", note: "", due_at: "2026-11-25T11:30:00.000Z", due_on: null },
    ...{ user_name: "", done_at: null, done_by: "", by: "" },
  };
  expect(taskValues({ ...task, user_id: "1" }, viewer)).toMatchObject({
    user_id: "",
    day: "2026-11-25",
    time: "14:30",
  });
  expect(taskValues({ ...task, user_id: "2" }, viewer)).toMatchObject({ user_id: "2" });
});

test("the way back to the list keeps its search, and is never another page", () => {
  expect(tasksHref("?when=late&owner=me&_routes=a")).toBe("/crm/contactactions/tasks?when=late&owner=me");
  expect(tasksHref("")).toBe("/crm/contactactions/tasks");
  expect(tasksHref("//elsewhere.test/")).toMatch(/^\/crm\/contactactions\/tasks\?/);
});
