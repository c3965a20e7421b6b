import { expect, type Page, test } from "@playwright/test";
import { auditPage } from "./audit";
import { signIn } from "./people";

async function addQuestion(page: Page, text: string, type: string): Promise<void> {
  await page.getByLabel("New question").fill(text);
  await page.locator("#new-type").selectOption(type);
  await page.getByRole("button", { name: "Add a question" }).click();
  await expect(page.locator("#question-text")).toHaveValue(text);
}

/** A limit on the answers to two questions: it is added, reached, and opens its responses. */
for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });
    test("a limit over two questions ends a survey for whoever comes too late", async ({ page, browser }, {
      project,
    }) => {
      await signIn(page, "owner@savanna.test", "/survey/new");
      await page.locator("#survey-title").fill(`Savings groups ${javaScriptEnabled ? "A" : "B"}`);
      await page.getByRole("button", { name: "Add the survey" }).click();
      await addQuestion(page, "Are you a woman?", "yes_no");
      await addQuestion(page, "How old are you?", "number");
      await addQuestion(page, "What do you save for?", "text");

      const limits = page.getByRole("region", { name: "Limits over several questions" });
      await limits.locator("#limit-question-1").selectOption("1. Are you a woman?");
      await limits.locator("#limit-question-2").selectOption("2. How old are you?");
      await limits.getByRole("button", { name: "Choose the answers" }).click();
      await limits.getByLabel("Name").fill("Young women");
      await limits.getByLabel("Target").fill("1");
      await limits.getByLabel("1. Are you a woman?").selectOption("Yes");
      await limits.getByRole("button", { name: "Add the limit" }).click();
      // The ages were forgotten: said at them, and the rest is kept.
      await expect(page.getByRole("link", { name: "Enter the lowest or the highest number." })).toBeVisible();
      await expect(limits.getByLabel("Name")).toHaveValue("Young women");
      await limits.getByLabel("From").fill("18");
      await limits.getByLabel("To", { exact: true }).fill("24");
      const { pathname, search } = new URL(page.url());
      await limits.getByRole("button", { name: "Add the limit" }).click();
      await expect(limits.getByText("Are you a woman?: Yes; How old are you?: 18 to 24")).toBeVisible();
      await expect(limits.getByRole("link", { name: "0 of 1 reached" })).toBeVisible();
      if (javaScriptEnabled) for (const path of [pathname + search, pathname]) await auditPage(page, path);
      await page.getByRole("button", { name: "Publish" }).click();
      await expect(page.getByText("Version 1", { exact: true })).toBeVisible();

      await page.getByRole("link", { name: "Settings", exact: true }).last().click();
      const address = (await page.getByRole("region", { name: "Link" }).getByRole("link").getAttribute("href")) ?? "";
      const { baseURL } = project.use;
      /** Answers until the survey ends, or up to the last question. */
      const begin = async (age: string) => {
        const phone = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
        const guest = await phone.newPage();
        await guest.goto(new URL(address).pathname);
        await guest.getByRole("button", { name: "Begin" }).click();
        await guest.getByLabel("Yes").check();
        await guest.getByRole("button", { name: "Next" }).click();
        await guest.getByLabel("How old are you?").fill(age);
        await guest.getByRole("button", { name: "Next" }).click();
        return { guest, close: () => phone.close() };
      };
      const first = await begin("24");
      await first.guest.getByLabel("What do you save for?").fill("School fees");
      await first.guest.getByRole("button", { name: "Next" }).click();
      await expect(first.guest.getByText("Thank you. Your answers have been saved.")).toBeVisible();
      await first.close();
      const late = await begin("18");
      await expect(
        late.guest.getByText("We have enough answers from people like you.", { exact: false }),
      ).toBeVisible();
      await late.close();
      const older = await begin("25");
      await expect(older.guest.getByLabel("What do you save for?")).toBeVisible();
      await older.close();

      await page.getByRole("link", { name: "Results", exact: true }).click();
      await page.getByRole("region", { name: "Limits" }).getByRole("link", { name: "Young women" }).click();
      await expect(page.getByText("Are you a woman?: Yes; How old are you?: 18 to under 25")).toBeVisible();
      // On a phone the answers are on the page of the response.
      await expect(page.getByRole("row").filter({ hasText: "School fees" })).toBeVisible();

      await page.goto(pathname);
      await limits.getByRole("link", { name: "1 of 1 reached" }).waitFor();
      await limits.getByLabel(/^Target/).fill("5");
      await limits.getByRole("button", { name: "Save the limit Young women" }).click();
      await expect(limits.getByRole("link", { name: "1 of 5 reached" })).toBeVisible();
      await limits.getByRole("button", { name: "Remove the limit Young women" }).click();
      await expect(limits.getByRole("link", { name: "1 of 5 reached" })).toBeHidden();
    });
  });
