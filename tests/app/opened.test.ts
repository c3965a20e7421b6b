import fc from "fast-check";
import { expect, test } from "vitest";
import {
  noteOpened,
  type OpenedAddress,
  openedAddresses,
  openedFirst,
  readOpened,
  writeOpened,
} from "../../app/shell/opened";

const day = 86_400_000;
const places = ["/sms/bulk", "/chat/inbox", "/crm/lead/7", "/ticketing/main"].map((to) => ({ to }));
const order = (opened: readonly OpenedAddress[], now: number) => openedFirst(places, opened, now).map(({ to }) => to);
const open = (all: readonly [to: string, at: number][]) =>
  all.reduce<OpenedAddress[]>((opened, [to, at]) => noteOpened(opened, to, at), []);

test("what was opened lately or often comes first, and the others keep their order", () => {
  expect(order([], 0)).toEqual(places.map(({ to }) => to));
  expect(order(open([["/crm/lead/7", day]]), day)[0]).toBe("/crm/lead/7");
  const often = [1, 2, 3].map((n): [string, number] => ["/chat/inbox", n]);
  expect(order(open([...often, ["/crm/lead/7", 4]]), 5).slice(0, 2)).toEqual(["/chat/inbox", "/crm/lead/7"]);
  // What was opened often a season ago is behind what was opened today.
  expect(order(open([...often, ["/crm/lead/7", 90 * day]]), 90 * day)[0]).toBe("/crm/lead/7");
});

test("of an address with a query the ids are noted, and never what was searched for", () => {
  expect(openedAddresses("/contacts/contact", "?id=5&contact=17")).toEqual([
    "/contacts/contact",
    "/contacts/contact?id=5&contact=17",
  ]);
  for (const search of ["", "?q=otieno", "?id=5&q=%2B254", "?q=otieno&id=5", "?id=5&x=1;2"])
    expect(openedAddresses("/contacts/contact", search)).toEqual(["/contacts/contact"]);
});

test("at most 200 addresses are kept, none of them twice, the newest among them", () => {
  const visits = fc.array(fc.tuple(fc.nat({ max: 300 }), fc.nat({ max: day })), { maxLength: 400 });
  fc.assert(
    fc.property(visits, (all) => {
      const visited = [...all].sort(([, one], [, other]) => one - other);
      const opened = open(visited.map(([page, at]) => [`/crm/lead/${page}`, at]));
      expect(opened.length).toBeLessThanOrEqual(200);
      expect(new Set(opened.map(({ to }) => to)).size).toBe(opened.length);
      const last = visited.at(-1);
      if (last) expect(opened[0]?.to).toBe(`/crm/lead/${last[0]}`);
    }),
    { numRuns: 50 },
  );
});

test("what the browser keeps of something else, or can't keep, is nothing", () => {
  const kept = new Map<string, string>();
  const store = () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  const opened = open([["/chat/inbox", 1]]);
  writeOpened(opened, store);
  expect(readOpened(store)).toEqual(opened);
  const [key = ""] = kept.keys();
  for (const odd of ["", "null", "{", '{"to":"/x"}', '[1,null,{"to":5},{"to":"/x","times":"1","at":2}]']) {
    kept.set(key, odd);
    expect(readOpened(store)).toEqual([]);
  }
  const broken = () => {
    throw new Error("no storage here");
  };
  writeOpened(opened, broken);
  expect(readOpened(broken)).toEqual([]);
});
