import { expect, test } from "@playwright/test";
import { auditPage } from "./audit";
import { signIn } from "./people";

/** A person makes a survey, tries it, publishes it; somebody answers it without script; the results say so. */
test("a survey from its first question to its results", async ({ page, browser }, { project }) => {
  await signIn(page, "owner@savanna.test", "/survey");
  await page.getByRole("link", { name: "New survey" }).click();
  await page.getByRole("dialog").getByLabel("Title").fill("After the workshop");
  await page.getByRole("checkbox", { name: "Kiswahili" }).check();
  await page.getByRole("button", { name: "Add the survey" }).click();
  await expect(page.getByRole("heading", { name: "After the workshop" })).toBeVisible();

  await page.getByLabel("New question").fill("How was the workshop?");
  await page.getByRole("button", { name: "Add a question" }).click();
  const choice = (at: number) => page.getByLabel(`Choice ${at}`, { exact: true });
  await expect(page.getByLabel("New question")).toHaveValue("");
  await choice(1).fill("Good");
  await page.getByLabel("Other replies for choice 1").fill("nzuri, safi");
  await choice(2).fill("Poor");
  await page.getByRole("button", { name: "Save the question" }).click();
  await expect(choice(3)).toHaveValue("");
  await page.getByLabel("New question").fill("What was missing?");
  await page.locator("#new-type").selectOption("text");
  await page.getByRole("button", { name: "Add a question" }).click();
  await expect(page.getByRole("region", { name: "Question 2" })).toBeVisible();

  // Whoever found it good is asked nothing else.
  await page
    .getByRole("region", { name: "Questions", exact: true })
    .getByRole("link", { name: "How was the workshop?" })
    .click();
  const next = page.getByRole("region", { name: "What happens next" });
  await next.getByRole("checkbox", { name: "Good" }).check();
  await next.getByRole("button", { name: "Add a condition" }).click();
  await expect(next.getByText("If this answer equals Good, end the survey.", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("Every question can be reached.")).toBeHidden();
  await expect(page.getByText("Question 1 is not wholly in Kiswahili.")).toBeVisible();

  // Tried as an SMS: a word that is an alias ends it.
  await page.getByLabel("Reply", { exact: true }).fill("NZURI!");
  await page.getByRole("button", { name: "Reply" }).click();
  const messages = page.getByRole("list", { name: "Messages" });
  await expect(messages).toContainText("Thank you. Your answers have been saved.");

  await page.getByRole("link", { name: "Languages", exact: true }).click();
  await page.getByLabel("Question 1 in Kiswahili", { exact: true }).fill("Warsha ilikuwaje?");
  await page.getByLabel("Question 1, choice 1 in Kiswahili").fill("Nzuri");
  await page.getByLabel("Question 1, choice 2 in Kiswahili").fill("Mbaya");
  await page.getByLabel("Question 2 in Kiswahili", { exact: true }).fill("Ni nini kilikosekana?");
  const saved = page.waitForResponse((answer) => answer.request().method() === "POST");
  await page.getByRole("button", { name: "Save the texts" }).click();
  await saved;
  await page.getByRole("link", { name: "Build", exact: true }).click();
  await expect(page.getByText("Every question can be reached.")).toBeVisible();
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Version 1")).toBeVisible();

  await page.getByRole("link", { name: "Settings", exact: true }).last().click();
  const address = (await page.getByRole("region", { name: "Link" }).getByRole("link").getAttribute("href")) ?? "";
  const { baseURL } = project.use;
  const phone = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const guest = await phone.newPage();
  const loaded: Promise<number>[] = [];
  guest.on("requestfinished", (request) => {
    loaded.push(request.sizes().then((sizes) => sizes.responseBodySize + sizes.responseHeadersSize));
  });
  await guest.goto(new URL(address).pathname);
  await guest.getByRole("button", { name: "Kiswahili" }).click();
  await expect(guest.getByText("Warsha ilikuwaje?")).toBeVisible();
  // Both pages with all that the browser fetched for them.
  const bytes = (await Promise.all(loaded)).reduce((sum, size) => sum + size, 0);
  expect(loaded.length).toBeGreaterThan(2);
  expect(bytes).toBeLessThan(60_000);
  // Axe needs script: it looks at the same response from a window of its own.
  const looking = await browser.newPage(baseURL ? { baseURL } : {});
  await auditPage(looking, new URL(guest.url()).pathname);
  await looking.close();
  await guest.getByRole("button", { name: "Endelea" }).click();
  await expect(guest.getByText("Tafadhali jibu kwa namba mojawapo.")).toBeVisible();
  await guest.getByLabel("Mbaya").check();
  await guest.getByRole("button", { name: "Endelea" }).click();
  // The link again goes on where it was.
  await guest.goto(new URL(address).pathname);
  await guest.getByLabel("Ni nini kilikosekana?").fill("Chakula");
  await guest.getByRole("button", { name: "Endelea" }).click();
  await expect(guest.getByText("Asante. Majibu yako yamehifadhiwa.")).toBeVisible();
  await phone.close();

  await page.getByRole("link", { name: "Results", exact: true }).click();
  await expect(page.getByRole("region", { name: "Question 1" })).toContainText("1, 100%");
  await page.getByRole("link", { name: "Chakula" }).click();
  await expect(page.getByRole("region", { name: "Transcript" })).toContainText("Ni nini kilikosekana?");
});

/** An answer is shown in a later question and at the end; a wrong reference is said before anything is published. */
for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });
    test("a question shows what was answered before it", async ({ page, browser }, { project }) => {
      await signIn(page, "owner@savanna.test", "/survey/new");
      await page.locator("#survey-title").fill(`Purchases ${javaScriptEnabled ? "A" : "B"}`);
      await page.getByRole("button", { name: "Add the survey" }).click();
      await page.getByLabel("New question").fill("What did you buy?");
      await page.getByRole("button", { name: "Add a question" }).click();
      await page.locator("#question-name").fill("2nd");
      await page.getByLabel("Choice 1", { exact: true }).fill("Tea");
      await page.getByLabel("Choice 2", { exact: true }).fill("Roasted coffee");
      await page.getByLabel("Choice 3", { exact: true }).fill("Nothing");
      await page.getByLabel("Kind of choice 3").selectOption("Alone");
      await page.getByRole("checkbox", { name: "Random order of choices" }).check();
      await page.getByText("Section", { exact: true }).click();
      await page.getByLabel("Section text").fill("Think of last week.");
      await page.getByRole("button", { name: "Save the question" }).click();
      await expect(page.getByText("Use up to 30 letters, digits and underscores").first()).toBeVisible();
      await expect(page.getByText("Enter a title.").first()).toBeVisible();
      await expect(page.getByLabel("Choice 2", { exact: true })).toHaveValue("Roasted coffee");
      await expect(page.getByRole("checkbox", { name: "Random order of choices" })).toBeChecked();
      await expect(page.getByLabel("Kind of choice 3")).toHaveValue("exclusive");
      await page.getByLabel("Section title").fill("Your purchase");
      await page.locator("#question-name").fill("product");
      await page.getByRole("button", { name: "Save the question" }).click();
      await page.getByLabel("New question").fill("How was the {{produce}}?");
      await page.locator("#new-type").selectOption("text");
      await page.getByRole("button", { name: "Add a question" }).click();
      const checks = page.getByRole("region", { name: "Checks" });
      await expect(checks).toContainText("Question 2: {{produce}} names no question.");
      await page.getByText("Show an earlier answer in this text").click();
      await expect(page.getByText("{{product}} What did you buy?")).toBeVisible();
      await page.getByLabel("Question", { exact: true }).fill("How was the {{product}}?");
      await page.getByRole("button", { name: "Save the question" }).click();
      await expect(checks).toContainText("Every question can be reached.");
      const messages = page.getByRole("list", { name: "Messages" });
      await expect(messages).toContainText("Think of last week. What did you buy?");
      await expect(messages).toContainText("3 Nothing");
      await page.getByLabel("Reply", { exact: true }).fill("roasted coffee");
      await page.getByRole("button", { name: "Reply" }).click();
      await expect(messages).toContainText("How was the Roasted coffee?");
      await page.getByRole("button", { name: "Publish" }).click();
      await expect(page.getByText("Version 1", { exact: true })).toBeVisible();
      await page.getByRole("link", { name: "Settings", exact: true }).last().click();
      const address = (await page.getByRole("region", { name: "Link" }).getByRole("link").getAttribute("href")) ?? "";
      const { baseURL } = project.use;
      const phone = await browser.newContext({ javaScriptEnabled, ...(baseURL ? { baseURL } : {}) });
      const guest = await phone.newPage();
      await guest.goto(new URL(address).pathname);
      await guest.getByRole("button", { name: "Begin" }).click();
      await expect(guest.getByRole("heading", { name: "Your purchase" })).toBeVisible();
      await expect(guest.getByText("Think of last week.")).toBeVisible();
      await expect(guest.getByRole("radio")).toHaveCount(3);
      await expect(guest.getByRole("radio").last()).toHaveAccessibleName("Nothing");
      const order = await guest.locator(".tick").allInnerTexts();
      await guest.reload();
      expect(await guest.locator(".tick").allInnerTexts()).toEqual(order);
      await guest.getByLabel("Tea").check();
      await guest.getByRole("button", { name: "Next" }).click();
      await expect(guest.getByLabel("How was the Tea?")).toBeVisible();
      await phone.close();

      // What was changed since is told in words before it is published, and afterwards between the versions.
      await page.getByRole("link", { name: "Build", exact: true }).click();
      await expect(page.getByRole("link", { name: "Versions", exact: true })).toBeVisible();
      await page
        .getByRole("region", { name: "Questions", exact: true })
        .getByRole("link", { name: "How was the {{product}}?" })
        .click();
      await expect(page.getByLabel("Question", { exact: true })).toHaveValue("How was the {{product}}?");
      await page.getByLabel("Question", { exact: true }).fill("How do you like the {{product}}?");
      await page.getByRole("button", { name: "Save the question" }).click();
      await page.getByRole("link", { name: "Review and publish" }).click();
      const differences = page.getByRole("region", { name: "Differences" });
      await expect(differences.getByRole("listitem")).toHaveText([
        "Question 2: text changedBeforeHow was the {{product}}?AfterHow do you like the {{product}}?",
      ]);
      await page.getByRole("button", { name: "Publish these changes" }).click();
      await expect(differences).toContainText("No differences");
      await expect(page.getByRole("button", { name: "Publish these changes" })).toBeHidden();
      await page.getByLabel("Before").selectOption("Version 2");
      await page.getByLabel("After").selectOption("Version 1");
      await page.getByRole("button", { name: "Compare" }).click();
      await expect(differences).toContainText("BeforeHow do you like the {{product}}?AfterHow was the {{product}}?");
      // Whoever began before has kept the first version.
      const cells = page.getByRole("row", { name: /^Version 1/ }).getByRole("cell");
      await expect(cells.nth(3)).toHaveText("1");
    });
  });
