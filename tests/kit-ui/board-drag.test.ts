import { expect, test } from "vitest";
import { dropSide } from "../../app/kit/board-drag";

test("the upper half of a card is the place before it, the lower half the one after it (RNK-05)", () => {
  const card = { top: 100, height: 80 };
  expect([101, 139, 141, 179].map((y) => dropSide(y, card))).toEqual(["before", "before", "after", "after"]);
});
