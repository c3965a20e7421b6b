import { expect, test } from "vitest";
import { medianColumn, teamColumns } from "../../app/chat/reports/label-and-team-columns";
import { lineColumns } from "../../app/chat/reports/report-columns";

const none = { name: "Delivery", filter: {}, answered: 0, handled: 0, rated: 0, taken: 0 };
const some = { ...none, answered: 2, handled: 2, rated: 2, taken: 2 };
const figures = {
  ...{ first_response_seconds: 0, first_response_business_seconds: 0, first_response_outside_seconds: 0 },
  ...{ handle_seconds: 0, rating: 0, median_first_response_seconds: 0 },
  ...{ wait_median_seconds: 0, wait_p90_seconds: 0, transferred: 0 },
};

test("a mean, a median and a rating of no conversation are not told as 0, on the page and in the file", () => {
  const { first, business, outside, handle, rating } = lineColumns<never>();
  const [median, ...waits] = [medianColumn(), ...teamColumns().slice(0, 2)];
  for (const column of [first, business, outside, handle, rating, median, ...waits] as {
    name: string;
    cell(line: unknown): unknown;
    value(line: unknown): unknown;
  }[]) {
    expect(column.cell({ ...figures, ...none }), column.name).toBe("–");
    expect(column.value({ ...figures, ...none }), column.name).toBeNull();
    expect(column.cell({ ...figures, ...some }), column.name).toBe(column.name === "rating" ? "0" : "0 s");
    expect(column.value({ ...figures, ...some }), column.name).toBe(0);
  }
});
