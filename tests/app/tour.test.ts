import { describe, expect, test } from "vitest";
import { postchatTour } from "../../app/chat/setup/postchat-tour";
import { besideTarget, roomFor, stepAfter, tourOffset } from "../../app/shell/tour-steps";

describe("the guided tour (R024)", () => {
  test("a step names title, body, id, target, page and page_url", () => {
    expect(postchatTour.steps.length).toBeGreaterThan(2);
    for (const step of postchatTour.steps)
      expect(Object.keys(step).sort()).toEqual(["body", "id", "page", "page_url", "target", "title"]);
  });

  test("steps move next or prev, never beyond the ends; any other direction is refused", () => {
    expect([
      stepAfter(0, "next", 4),
      stepAfter(3, "next", 4),
      stepAfter(2, "prev", 4),
      stepAfter(0, "prev", 4),
    ]).toEqual([1, 3, 1, 0]);
    for (const direction of ["back", "", "Next"])
      expect(() => stepAfter(0, direction, 4)).toThrow("direction must be next or prev");
  });

  test("the tooltip stands 20 px below its target, where room is made for it, and never beside the window", () => {
    expect(tourOffset).toBe(20);
    const tip = { width: 320, height: 200 };
    const window = { width: 1440, height: 900 };
    const at = (top: number, left = 300) => ({ left, right: left + 100, top, bottom: top + 30 });
    expect(besideTarget(at(100), tip, window)).toEqual({ left: 300, top: 150 });
    // Room is made there, so it never stands above, over what was filled in before.
    expect(besideTarget(at(800), tip, window)).toEqual({ left: 300, top: 850 });
    expect(roomFor(tip)).toBe(tip.height + 2 * tourOffset);
    expect(besideTarget(at(100, 1400), tip, window)).toEqual({ left: 1104, top: 150 });
    expect(besideTarget(undefined, tip, window)).toEqual({ left: 560, top: 350 });
    const small = { width: 360, height: 200 };
    expect(besideTarget(at(100), tip, small)).toEqual({ left: 24, top: 150 });
  });
});
