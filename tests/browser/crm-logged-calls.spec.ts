import { expect, test } from "@playwright/test";
import { signInByForm } from "./people";

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "a call" : "a call without script", () => {
    test.use({ javaScriptEnabled });

    test("is logged on the page of a lead with a follow-up task, corrected, and deleted", async ({ page }) => {
      const name = `Nekesa ${javaScriptEnabled ? "Script" : "Plain"}`;
      await signInByForm(page, "sales@savanna.test", "/crm/leads/new");
      await page.getByLabel("Name", { exact: true }).fill(name);
      await page.getByRole("button", { name: "Add the lead" }).click();
      await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
      const calls = page.getByRole("region", { name: "Calls" });
      await calls.getByText("Log a call").click();
      await calls.getByLabel(/^Length/).fill("long");
      await calls.getByLabel(/^Note on the call/).fill("Wants a quote");
      await calls.getByRole("button", { name: "Log the call" }).click();
      // What was refused keeps what was typed, and says why.
      await expect(page.getByText("Choose an outcome.").first()).toBeVisible();
      await expect(calls.getByLabel(/^Note on the call/)).toHaveValue("Wants a quote");
      await calls.getByLabel("Outcome").selectOption("Connected");
      await calls.getByLabel(/^Length/).fill("4:30");
      await calls.getByLabel(/^Follow-up task on/).fill("2027-01-04");
      await calls.getByRole("button", { name: "Log the call" }).click();
      await expect(calls.getByText("Outgoing call, connected, 4 min 30 s")).toBeVisible();
      await expect(calls.getByRole("paragraph").filter({ hasText: "Wants a quote" })).toBeVisible();
      await expect(page.getByRole("region", { name: "Tasks" }).getByText(`Call ${name} back`)).toBeVisible();

      await calls.getByText("Change the call").click();
      const changed = calls.getByRole("listitem");
      await changed.getByLabel("Outcome").selectOption("Wrong number");
      await changed.getByLabel(/^Length/).fill("");
      await changed.getByRole("button", { name: "Save the call" }).click();
      await expect(calls.getByText("Outgoing call, wrong number")).toBeVisible();
      await calls.getByText("Change the call").click();
      await calls.getByRole("button", { name: "Delete the call" }).click();
      await expect(calls.getByText("Outgoing call, wrong number")).toHaveCount(0);
    });
  });
