import { describe, expect, test } from "vitest";
import { customerKeys, joinedWith, setApartFrom } from "../../rules/customer-links";

const same = (first: string, second: string) => ({ first, second, relation: "same" as const });
const different = (first: string, second: string) => ({ first, second, relation: "different" as const });
const [amina, work, home, brother, shop] = [
  "+254722000111",
  "+254733000222",
  "a@mail.test",
  "+254711000333",
  "s@duka.test",
];

describe("numbers and addresses that are joined by hand", () => {
  test("are followed through others, in both directions and round a circle", () => {
    const links = [same(amina, work), same(home, work), same(amina, home)];
    expect(joinedWith([home], links).sort()).toEqual([amina, work, home].sort());
    expect(joinedWith([brother], links)).toEqual([brother]);
  });

  test("do not end where another one is set apart", () => {
    expect(joinedWith([amina], [same(amina, work), different(amina, brother)])).toEqual([amina, work]);
    expect(setApartFrom([amina], [different(brother, amina), different(work, home)])).toEqual([brother]);
  });
});

describe("the numbers and addresses of a customer", () => {
  test("are those asked for, those joined with them, and those that records have beside them", () => {
    expect(customerKeys([amina], [brother], [same(amina, work)])).toEqual([amina, work, brother]);
  });

  test("what is set apart from one of them is left out, whatever record has it", () => {
    expect(customerKeys([amina], [brother, shop], [different(amina, brother)])).toEqual([amina, shop]);
    // Also from one that is joined by hand.
    expect(customerKeys([amina], [brother], [same(amina, work), different(brother, work)])).toEqual([amina, work]);
  });

  test("what is joined with what a record has is theirs as well, unless it is set apart", () => {
    expect(customerKeys([amina], [home], [same(home, shop)])).toEqual([amina, home, shop]);
    expect(customerKeys([amina], [home], [same(home, shop), different(amina, shop)])).toEqual([amina, home]);
  });

  test("what is asked for is shown, even two that are set apart", () => {
    expect(customerKeys([amina, brother], [], [different(amina, brother)])).toEqual([amina, brother]);
  });
});
