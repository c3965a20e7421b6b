import { parseWithZod } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import { CarrierForm } from "../../app/jibu/carrier/carrier-form";

/** The settings as they are before anybody has changed them: what is optional is an empty field. */
const untouched = {
  ...{ bind: "transceiver", system_type: "", answer_id: "text", receipt_id: "text", long_messages: "parts" },
  ...{ reference: "yes", max_unanswered: "", tps: "", priority: "1" },
};

function posted(changed: Partial<typeof untouched>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...untouched, ...changed })) form.set(name, value);
  return parseWithZod(form, { schema: CarrierForm });
}

test("the settings of a carrier are saved with the optional ones left empty", () => {
  const found = posted({});
  expect(found.reply().error).toBeUndefined();
  expect(found.status === "success" && found.value).toMatchObject({ system_type: "", max_unanswered: null, tps: null });
});

test("a system type is at most twelve plain characters", () => {
  expect(posted({ system_type: " VMA " }).status).toBe("success");
  expect(posted({ system_type: "thirteenchars" }).reply().error).toEqual({
    system_type: ["Use at most 12 characters."],
  });
});
