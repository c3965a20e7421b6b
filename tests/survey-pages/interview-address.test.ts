import { expect, test } from "vitest";
import { interviewId } from "../../app/survey/interviewing/interview.server";

test("the address of an interview names its number", () => {
  expect(interviewId({ id: "12" })).toBe(12);
});

for (const id of [undefined, "", "0", "-1", "1.5", "abc", "1; drop", "99999999999999999999"])
  test(`the address ${JSON.stringify(id)} is that of no interview`, () => {
    try {
      interviewId({ id });
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(Response);
      expect((thrown as Response).status).toBe(404);
      return;
    }
    throw new Error("It was taken for one.");
  });
