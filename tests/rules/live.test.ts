import { describe, expect, test } from "vitest";
import { bodyShown, canReceive, placeFor, roomsFor, type Subscriber, subscriberRooms } from "../../rules/live";

const nobody: Subscriber = { id: "7", roles: [{ name: "Clerk" }], permissions: [], products: ["Ticketing", "SMS"] };
const agent: Subscriber = { ...nobody, permissions: ["View tickets"] };
const own: Subscriber = { ...nobody, permissions: ["View my tickets"] };
const owner: Subscriber = { ...nobody, roles: [{ name: "Owner" }] };

const ticket = { kind: "ticket", body: { ids: [12], by: "3" } };
const notice = (to: unknown) => ({ kind: "notice", body: { to } });
const looking = {
  kind: "presence.ticket",
  body: { place: "ticket/12", key: "a", id: "3", name: "Joy", activity: "looking" },
};

describe("who hears what", () => {
  test.each<[string, Subscriber, { kind: string; body: Record<string, unknown> }, string[], boolean]>([
    ["a ticket: who sees all tickets", agent, ticket, [], true],
    ["a ticket: who sees their own", own, ticket, [], true],
    ["a ticket: an admin", owner, ticket, [], true],
    ["a ticket: who sees none", nobody, ticket, [], false],
    ["a ticket: without the product", { ...agent, products: ["SMS"] }, ticket, [], false],
    ["a ticket: an admin without the product", { ...owner, products: [] }, ticket, [], false],
    ["a notice: its person, whatever they hold", { ...nobody, products: [] }, notice(["7"]), [], true],
    ["a notice: one of several", nobody, notice(["3", "7"]), [], true],
    ["a notice: someone else", nobody, notice(["8"]), [], false],
    ["a notice: an admin hears no other's", owner, notice(["8"]), [], false],
    ["a notice to no one", nobody, notice(undefined), [], false],
    ["a notice whose list is a text", nobody, notice("7"), [], false],
    ["presence: who is there", agent, looking, ["ticket/12"], true],
    ["presence: who is elsewhere", agent, looking, ["ticket/13"], false],
    ["presence: who may not be there", nobody, looking, ["ticket/12"], false],
    ["an event of another module that has no line here", owner, { kind: "balance", body: {} }, [], false],
    ["an unknown kind", owner, { kind: "secret", body: { to: ["7"], place: "ticket/12" } }, ["ticket/12"], false],
    ["a kind named like a part of every object", owner, { kind: "constructor", body: { to: ["7"] } }, [], false],
  ])("%s", (_, subscriber, telling, places, heard) => {
    expect(canReceive(subscriber, places)(telling)).toBe(heard);
  });

  test("the names of the others a notice is for are not told", () => {
    expect(bodyShown(notice(["3", "7"]))).toEqual({});
    expect(bodyShown(ticket)).toEqual(ticket.body);
  });

  test("a person's rooms are those in which they are told, and no two people share one of their own", () => {
    expect(subscriberRooms(agent)).toEqual(["ticket", "notice@7"]);
    expect(subscriberRooms({ ...agent, id: "8" })).toEqual(["ticket", "notice@8"]);
    expect(roomsFor(notice(["7"]))).toEqual(["notice@7"]);
  });

  test.each([
    "ticket",
    "ticket/",
    "ticket/1 2",
    "ticket/../1",
    "notice/7",
    "secret/1",
    "/1",
    `ticket/${"1".repeat(65)}`,
  ])("there is no place %s", (place) => expect(placeFor(owner, place)).toBeUndefined());
});
