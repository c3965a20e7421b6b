import { expect, test } from "vitest";
import { DateField } from "../../app/kit/ui/date-field";
import { DateTimeFields } from "../../app/kit/ui/date-time-fields";
import { AccountZone } from "../../app/kit/zone";
import { attribute, render, tag } from "./render";

test("without script a day is the browser's own field, with its bounds, its help and its error", async () => {
  const html = await render(
    <DateField
      id="paid"
      name="paid_on"
      label="Paid on"
      defaultValue="2026-11-24"
      max="2026-11-25"
      help="As on the slip."
      errors={["Enter the day."]}
    />,
  );
  const input = tag(html, "<input", 'name="paid_on"');
  expect(attribute(input, "type")).toBe("date");
  expect(attribute(input, "value")).toBe("2026-11-24");
  expect(attribute(input, "max")).toBe("2026-11-25");
  expect(attribute(input, "aria-invalid")).toBe("true");
  expect(attribute(input, "aria-describedby")).toBe("paid-description paid-error");
  // Nothing that only a script could open.
  expect(html).not.toContain("<button");
  expect(html).not.toContain("<dialog");
});

test("a day and a time are two fields, and the account's zone is named under them", async () => {
  const html = await render(
    <AccountZone.Provider value="America/New_York">
      <DateTimeFields
        date={{ id: "date", name: "date", label: "Date", defaultValue: "2026-11-24" }}
        time={{ id: "time", name: "time", label: "Time", defaultValue: "08:00" }}
        note="You can cancel it."
      />
    </AccountZone.Provider>,
  );
  expect(attribute(tag(html, "<input", 'name="date"'), "type")).toBe("date");
  expect(attribute(tag(html, "<input", 'name="time"'), "type")).toBe("time");
  expect(html).toContain("New York time. You can cancel it.");
});
