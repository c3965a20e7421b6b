import { expect, test } from "@playwright/test";
import { settled } from "./audit";
import { signIn, signInByForm } from "./people";

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "a lead" : "a lead without script", () => {
    test.use({ javaScriptEnabled });

    test("is added, corrected, noted, moved, lost with a reason, and found again", async ({ page }) => {
      const name = `Wanjala ${javaScriptEnabled ? "Script" : "Plain"}`;
      await signInByForm(page, "sales@savanna.test", "/crm/leads/new");
      await page.getByLabel("Name", { exact: true }).fill(name);
      await page.getByRole("textbox", { name: /^Phone/ }).fill("12");
      await page.getByRole("textbox", { name: /^Value/ }).fill("12,500.50");
      await page.getByRole("button", { name: "Add the lead" }).click();
      await expect(page.getByText(/This number can't be used/).first()).toBeVisible();
      await expect(page.getByLabel("Name", { exact: true })).toHaveValue(name);
      await expect(page.getByRole("textbox", { name: /^Value/ })).toHaveValue("12,500.50");
      await page.getByRole("textbox", { name: /^Phone/ }).fill(javaScriptEnabled ? "0712 777 001" : "0712 777 002");
      await page.getByRole("button", { name: "Add the lead" }).click();
      await expect(page).toHaveURL(/\/crm\/lead\/\d+$/);
      await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
      await expect(page.getByText("KES 12,500.50").first()).toBeVisible();

      // Without script the notice that the lead was added is over the foot of the page until it is closed.
      // The same number elsewhere: what this person may see of it.
      await page.getByRole("link", { name: "Everything with this customer" }).click();
      await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
      const history = page.getByRole("region", { name: "History" });
      await expect(history.getByRole("listitem").filter({ hasText: "Lead added to the CRM" })).toBeVisible();
      await page.goBack();

      await page.getByLabel("Note", { exact: true }).fill("Wants a quotation by Friday.");
      await page.getByRole("button", { name: "Add the note" }).click();
      await expect(page.getByRole("paragraph").filter({ hasText: "Wants a quotation by Friday." })).toBeVisible();
      // What was added is not there to be added a second time.
      await expect(page.getByLabel("Note", { exact: true })).toHaveValue("");

      await page.getByRole("button", { name: "Contacted" }).click();
      await expect(page.getByText("Stage: New to Contacted")).toBeVisible();
      await page.getByRole("link", { name: "Lost", exact: true }).click();
      await page.getByRole("button", { name: "Move the lead" }).click();
      await expect(page.getByText("Say why it was lost.").first()).toBeVisible();
      await page.getByLabel("Why it was lost").fill("Bought elsewhere");
      await page.getByRole("button", { name: "Move the lead" }).click();
      await expect(page.getByText("Stage: Contacted to Lost")).toBeVisible();

      await page.goto(`/crm/leads?q=${encodeURIComponent(name)}`);
      await expect(page.getByText("Nothing matches these filters")).toBeVisible();
      await page.goto(`/crm/leads?q=${encodeURIComponent(name)}&state=closed`);
      await page.getByRole("link", { name, exact: true }).click();
      await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
    });

    test("is moved on the board by its menu; to a lost stage by way of the reason", async ({ page }) => {
      await signInByForm(page, "owner@savanna.test", "/crm/board");
      const lead = javaScriptEnabled ? "Zawadi Mwakio" : "Naliaka Simiyu";
      const column = (name: string) =>
        page.locator("[data-column]").filter({ has: page.getByRole("heading", { name }) });
      await column("New").locator("summary", { hasText: lead }).click();
      await column("New").locator("[data-card]", { hasText: lead }).getByRole("button", { name: "Qualified" }).click();
      await expect(column("Qualified").getByRole("link", { name: lead })).toBeVisible();
      await column("Qualified").locator("summary", { hasText: lead }).click();
      await column("Qualified").locator("[data-card]", { hasText: lead }).getByRole("button", { name: "Lost" }).click();
      await expect(page.getByLabel("Why it was lost")).toBeVisible();
      await expect(page.getByRole("combobox", { name: "Stage", exact: true })).toHaveValue("5");
    });
  });

test("a lead is dragged to another stage, and those who look at the board see it move", async ({ page, browser }) => {
  await signIn(page, "owner@savanna.test");
  await page.goto("/crm/board?q=Peris");
  await settled(page);
  const other = await browser.newContext();
  const beside = await other.newPage();
  await signInByForm(beside, "sales@savanna.test", "/crm/board");
  const card = page.locator("[data-card]", { hasText: "Peris Akinyi" });
  await expect(card).toHaveAttribute("draggable", "true");
  await card.dragTo(page.locator("[data-column]").nth(1));
  for (const one of [page, beside])
    await expect(one.locator("[data-column]").nth(1).getByRole("link", { name: "Peris Akinyi" })).toBeVisible();
  await other.close();
});

test("the board shows the leads of one sales manager until that filter is removed", async ({ page }) => {
  await signIn(page, "owner@savanna.test", "/crm/board");
  await page.getByText("Filter", { exact: true }).click();
  await page.getByLabel("Sales manager").selectOption({ label: "None" });
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.locator("[data-card]", { hasText: "Kevin Kiptoo" })).toHaveCount(0);
  await expect(page.locator("[data-card]", { hasText: "No sales manager" }).first()).toBeVisible();
  await page.getByRole("link", { name: "Remove Sales manager: None" }).click();
  await expect(page.locator("[data-card]", { hasText: "Kevin Kiptoo" }).first()).toBeVisible();
});

test("stages are ordered, and one with leads is deleted when it is said where they go", async ({ page }) => {
  await signIn(page, "owner@savanna.test");
  await page.goto("/crm/settings/leadstages/new");
  await page.getByLabel("Name", { exact: true }).fill("Proposal");
  await page.getByLabel("Likely to be won, per cent").fill("70");
  await page.getByRole("button", { name: "Add the stage" }).click();
  const order = () =>
    page
      .getByRole("button", { name: /^Move .+ up$/ })
      .evaluateAll((all) => all.map((one) => one.getAttribute("title")));
  const place = async () => (await order()).indexOf("Move Proposal up");
  await expect(page.getByRole("button", { name: "Move Proposal up" })).toBeVisible();
  const before = await place();
  await page.getByRole("button", { name: "Move Proposal up" }).click();
  await expect.poll(place).toBe(before - 1);
  await page.goto("/crm/leads?q=Rotich");
  await page.getByRole("link", { name: "Rotich Cheruiyot" }).click();
  await expect(page.getByRole("heading", { name: "Rotich Cheruiyot", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Proposal" }).click();
  await expect(page.getByText("Stage: Qualified to Proposal")).toBeVisible();
  await page.goto("/crm/settings/leadstages");
  await page.getByRole("link", { name: "Delete Proposal" }).click();
  await page.getByRole("button", { name: "Delete the stage" }).click();
  await expect(page.getByText(/Choose the stage for its 1 lead/).first()).toBeVisible();
  await page.getByLabel("Its leads go to").selectOption({ label: "Qualified" });
  await page.getByRole("button", { name: "Delete the stage" }).click();
  await expect(page.getByText("Proposal was deleted.")).toBeVisible();
});

test("a rule of the score counts for every lead at once", async ({ page }) => {
  await signIn(page, "owner@savanna.test");
  await page.goto("/crm/settings/scoreconfig/new");
  await page.getByLabel("What to look at").selectOption("company");
  await page.getByLabel("Comparison").selectOption("contains");
  await page.getByLabel("Compared with").fill("Bakers");
  await page.getByLabel("Points").fill("7");
  await page.getByRole("button", { name: "Add the rule" }).click();
  await expect(page.getByText("Company contains Bakers", { exact: true })).toBeVisible();
  await page.goto("/crm/leads?q=Machakos");
  await page.getByRole("link", { name: "Grace Mumbua" }).click();
  await expect(page.getByLabel("Score", { exact: true })).toContainText("Company contains Bakers+7");
});

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "a conversion" : "a conversion without script", () => {
    test.use({ javaScriptEnabled });

    test("adds the lead to the contact with its number, makes a deal that is won, or is undone", async ({ page }) => {
      await signIn(page, "owner@savanna.test", "/crm/leads?q=Abdi+Noor");
      await page.getByRole("link", { name: "Abdi Noor", exact: true }).click();
      await page.getByRole("link", { name: "Convert", exact: true }).click();
      await expect(page.getByRole("radio", { name: /^Add to Yusuf Noor/ })).toBeChecked();
      await page.getByRole("checkbox", { name: /^Company: take Noor Wholesalers, Wajir/ }).check();
      await page.getByRole("button", { name: "Convert the lead" }).click();
      await expect(page).toHaveURL(/\/crm\/contacts$/);
      await page.getByRole("link", { name: "Yusuf Noor" }).click();
      await expect(page.getByText("Noor Wholesalers, Wajir").first()).toBeVisible();

      // What the conversion made is not touched yet: it can be undone.
      await page.getByRole("link", { name: "Abdi Noor" }).last().click();
      await page.getByRole("link", { name: "Undo the conversion" }).click();
      await page.getByRole("button", { name: "Undo the conversion" }).click();
      await expect(page.getByRole("link", { name: "Convert", exact: true })).toBeVisible();

      await page.goto("/crm/contacts");
      await page.getByRole("link", { name: "Yusuf Noor" }).click();
      await expect(page.getByText("Noor Wholesale", { exact: true }).first()).toBeVisible();
      await page.getByRole("link", { name: "New deal" }).click();
      const name = javaScriptEnabled ? "Freezers" : "Ice boxes";
      await page.getByLabel("Name", { exact: true }).fill(name);
      await page.getByRole("textbox", { name: /^Value/ }).fill("90,000");
      await page.getByRole("button", { name: "Add the deal" }).click();
      await expect(page).toHaveURL(/\/crm\/deals/);
      await page.locator("[data-card]", { hasText: name }).getByRole("link", { name }).click();
      await page.getByRole("button", { name: "Won", exact: true }).click();
      await expect(page.getByText("Stage: Proposal to Won")).toBeVisible();

      await page.getByRole("link", { name: "Record the sale" }).click();
      await page.getByLabel("Quantity").first().fill("none");
      await page.getByLabel("Product").nth(1).selectOption("Delivery within Kenya");
      await page.getByRole("button", { name: "Record the sale" }).click();
      await expect(page.getByLabel("Quantity").first()).toHaveValue("none");
      await page.getByLabel("Quantity").first().fill("2");
      await page.getByRole("button", { name: "Record the sale" }).click();
      await expect(page).toHaveURL(/\/crm\/sales$/);
      await expect(page.getByRole("row", { name: new RegExp(name) }).getByText("KES 188,500.00")).toBeVisible();
      await page.goto(`/crm/deals?view=table&state=closed&q=${name.replace(" ", "+")}`);
      await expect(page.getByRole("cell", { name: "KES 90,000.00" })).toBeVisible();
    });
  });

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "an appointment" : "an appointment without script", () => {
    test.use({ javaScriptEnabled });

    test("is made with a lead, warns of an overlap, goes into a calendar and is called off", async ({ page }) => {
      const lead = javaScriptEnabled ? 9 : 10;
      await signIn(page, "owner@savanna.test", `/crm/lead/${lead}`);
      const day = javaScriptEnabled ? "2027-03-01" : "2027-03-02";
      for (const [title, time] of [
        ["Show the freezers", "10:00"],
        ["Sign the offer", "10:15"],
      ] as const) {
        await page.getByRole("link", { name: "New appointment" }).click();
        await page.getByLabel("What about").fill(title);
        await page.getByLabel("Day", { exact: true }).fill(day);
        await page.getByLabel("Time").fill(time);
        await page.getByRole("button", { name: "Make the appointment" }).click();
        if (title === "Show the freezers") continue;
        await expect(page.getByText(/has another appointment then: Show the freezers/).first()).toBeVisible();
        await expect(page.getByLabel("What about")).toHaveValue(title);
        await page.getByLabel("Make it all the same").check();
        await page.getByRole("button", { name: "Make the appointment" }).click();
      }
      await expect(page).toHaveURL(new RegExp(`/crm/lead/${lead}$`));
      await page.getByRole("link", { name: "Sign the offer" }).click();
      await expect(page).toHaveURL(/\/crm\/contactactions\/\d+$/);
      const file = await page.request.get(`${page.url()}/calendar`);
      expect(file.headers()["content-type"]).toContain("text/calendar");
      // Nairobi is three hours ahead of UTC.
      expect(await file.text()).toContain(`DTSTART:${day.replaceAll("-", "")}T071500Z`);
      await page.getByRole("button", { name: "Call it off" }).click();
      await expect(page.getByText("Appointment called off").first()).toBeVisible();
      await page.goto(`/crm/lead/${lead}`);
      await expect(page.getByRole("link", { name: "Show the freezers" })).toBeVisible();
      await expect(page.getByRole("link", { name: "Sign the offer" })).toHaveCount(0);
      await page.goto("/crm/contactactions?when=past");
      await expect(page.getByRole("row", { name: /Sign the offer/ }).first()).toContainText("Called off");
    });
  });

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "the dashboard" : "the dashboard without script", () => {
    test.use({ javaScriptEnabled });

    test("opens what its figures count in its days, and is a file of the same figures", async ({ page }) => {
      await signIn(page, "owner@savanna.test", "/crm/dashboard?days=365");
      const opens = page.getByRole("region", { name: "Leads by source" }).getByRole("link").first();
      const [, leads, source] = /^(\d+) leads?: (.*)$/.exec((await opens.textContent()) ?? "") ?? [];
      const file = await page.request.get("/crm/dashboard.csv?days=365");
      expect(file.headers()["content-disposition"]).toContain("crm-dashboard-");
      expect(await file.text()).toContain(`Leads by source,${source},Leads,${leads},`);
      await page.getByText("Export", { exact: true }).click();
      await expect(page.getByRole("link", { name: "Export CSV" })).toHaveAttribute(
        "href",
        "/crm/dashboard.csv?days=365",
      );
      await opens.click();
      await expect(page).toHaveURL(/\/crm\/leads\?.*made_from=\d{4}-\d\d-\d\d&made_until=/);
      await expect(
        page
          .locator("main")
          .getByText(new RegExp(`^${leads} leads?$`))
          .first(),
      ).toBeVisible();
      await page.goto("/crm/dashboard?days=365");
      await expect(page.getByRole("region", { name: "Time in stage" })).toBeVisible();
      await page.getByRole("link", { name: /^Deals won/ }).click();
      await expect(page).toHaveURL(/state=closed&ended_from=/);
    });
  });
