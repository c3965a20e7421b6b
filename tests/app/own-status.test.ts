import { expect, test } from "vitest";
import { newerStatus, type OwnStatus } from "../../app/shell/own-status";

const own = (status: OwnStatus["status"], seq: number, id = "2"): OwnStatus => ({ id, status, seq });

test("a page read that began before a change does not overwrite its event, whichever arrives first", () => {
  const event = own("lunch", 8);
  const oldRead = own("online", 7);
  expect(newerStatus(event, oldRead)).toBe(event);
  expect(newerStatus(oldRead, event)).toBe(event);
  const freshRead = own("training", 9);
  expect(newerStatus(event, freshRead)).toBe(freshRead);
  expect(newerStatus(freshRead, event)).toBe(freshRead);
});

test("two tabs that hear the same in any order agree", () => {
  const told = [own("online", 3), own("lunch", 5), own("training", 4), own("coaching", 6)];
  const orders = told.flatMap((_, n) => [
    [...told.slice(n), ...told.slice(0, n)],
    [...told.slice(n), ...told.slice(0, n)].reverse(),
  ]);
  const ends = orders.map((order) => order.reduce(newerStatus).status);
  expect(new Set(ends)).toEqual(new Set(["coaching"]));
});

test("someone else who signs in is read as they are", () => {
  expect(newerStatus(own("lunch", 80), own("offline", 2, "3")).id).toBe("3");
});
