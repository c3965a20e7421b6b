import { expect, test } from "@playwright/test";
import { running } from "./audit";
import { signIn } from "./people";

test("a question that was changed and not saved is not left, nor published, without being asked", async ({ page }) => {
  await signIn(page, "owner@savanna.test", "/survey/new");
  await page.getByRole("dialog").getByLabel("Title").fill("Branch visit, unsaved");
  await page.getByRole("button", { name: "Add the survey" }).click();
  for (const text of ["What went well?", "What went wrong?"]) {
    await page.locator("#new-type").selectOption("text");
    await page.getByLabel("New question").fill(text);
    await page.getByRole("button", { name: "Add a question" }).click();
    await expect(page.locator("#question-text")).toHaveValue(text);
  }
  await running(page);
  const asked = page.getByRole("alertdialog", { name: "Discard what you typed?" });
  const question = page.locator("#question-text");
  const list = page.getByRole("region", { name: "Questions", exact: true });
  const longer = "What went wrong, in a few words?";
  await question.fill(longer);

  // To try the survey beside it leaves nothing.
  await page.getByLabel("Reply", { exact: true }).fill("All");
  await page.getByRole("button", { name: "Reply" }).click();
  await expect(page.getByRole("list", { name: "Messages" })).toContainText("All");
  await expect(question).toHaveValue(longer);

  await list.getByRole("link", { name: "What went well?" }).click();
  await expect(asked).toBeVisible();
  await asked.getByRole("button", { name: "Stay here" }).click();
  await expect(asked).toBeHidden();
  await expect(question).toHaveValue(longer);

  for (const press of ["Publish", "Move question 2 up"]) {
    await page.getByRole("button", { name: press }).click();
    await expect(asked).toBeVisible();
    await asked.getByRole("button", { name: "Stay here" }).click();
  }
  await expect(question).toHaveValue(longer);
  await expect(page.getByText("Version 1")).toBeHidden();

  // What was to be done is done after "Continue without saving".
  await page.getByLabel("New question").fill("Which branch?");
  await page.locator("#new-type").selectOption("text");
  await page.getByRole("button", { name: "Add a question" }).click();
  await asked.getByRole("button", { name: "Continue without saving" }).click();
  await expect(question).toHaveValue("Which branch?");
  await list.getByRole("link", { name: "What went wrong?" }).click();
  await expect(question).toHaveValue("What went wrong?");
  await question.fill(longer);
  await page.getByRole("button", { name: "Save the question" }).click();
  await expect(list.getByRole("link", { name: longer })).toBeVisible();
  await list.getByRole("link", { name: "Which branch?" }).click();
  await expect(question).toHaveValue("Which branch?");
  await list.getByRole("link", { name: longer }).click();
  await expect(question).toHaveValue(longer);

  await question.fill("Anything else?");
  await page.getByRole("link", { name: "Settings", exact: true }).last().click();
  await asked.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page).toHaveURL(/\/settings$/);
});

for (const { path, field, leave } of [
  { path: "/crm/sales/new?contact=20", field: '[id="lines[0].name"]', leave: "Cancel" },
  { path: "/crm/generate/new", field: "#title", leave: "Cancel" },
  { path: "/crm/quotes/new?deal=21", field: "#terms", leave: "Cancel" },
  { path: "/voice/robocalls/new", field: "#name", leave: "Robocalls" },
  { path: "/voice/settings", field: "#wrap_up_seconds", leave: "Call flows" },
  { path: "/settings/selfcare/details", field: "input[name=address]", leave: "Billing and balance" },
])
  test(`${path}: what was typed is not left without being asked`, async ({ page }) => {
    await signIn(page, "owner@savanna.test", path);
    await running(page);
    const typed = page.locator(field);
    const way = page.getByRole("main").getByRole("link", { name: leave, exact: true }).first();
    await typed.fill("Delivered within three days");
    await way.click();
    const asked = page.getByRole("alertdialog", { name: "Discard what you typed?" });
    await asked.getByRole("button", { name: "Stay here" }).click();
    await expect(typed).toHaveValue("Delivered within three days");
    await way.click();
    await asked.getByRole("button", { name: "Leave without saving" }).click();
    await expect(typed).toBeHidden();
  });

test("a drawer over a changed form asks nothing, and what was typed stays", async ({ page }) => {
  await signIn(page, "owner@savanna.test", "/voice/settings");
  await running(page);
  const typed = page.locator("#wrap_up_seconds");
  await typed.fill("45");
  for (const opens of ["Add a number", "Report an issue"]) {
    await page.getByRole("link", { name: opens }).first().click();
    const drawer = page.getByRole("dialog", { name: opens });
    await expect(drawer).toBeVisible();
    await drawer.getByRole("link", { name: "Close" }).click();
    await expect(drawer).toBeHidden();
    await expect(typed).toHaveValue("45");
  }
});

test("the texts of another language are not opened over typed ones without being asked", async ({ page }) => {
  await signIn(page, "owner@savanna.test", "/survey/5a1e0d00-0000-4000-8000-000000000001/texts");
  await running(page);
  const typed = page.locator('[name="question_text"]').first();
  await typed.fill("How did we deliver?");
  await page.getByRole("navigation", { name: "Language" }).locator("a:not([aria-current])").click();
  const asked = page.getByRole("alertdialog", { name: "Discard what you typed?" });
  await asked.getByRole("button", { name: "Stay here" }).click();
  await expect(typed).toHaveValue("How did we deliver?");
});

test("a call flow whose name was changed is not switched off, nor on, without being asked", async ({ page }) => {
  await signIn(page, "owner@savanna.test", "/voice/settings/flows/1");
  await running(page);
  await page.locator("#name").fill("Changed and not saved");
  await page
    .getByRole("button", { name: /^(Switch o(n|ff)|Use the changed steps)$/ })
    .first()
    .click();
  const asked = page.getByRole("alertdialog", { name: "Discard what you typed?" });
  await expect(asked.getByRole("button", { name: "Continue without saving" })).toBeVisible();
  await asked.getByRole("button", { name: "Stay here" }).click();
  await expect(page.locator("#name")).toHaveValue("Changed and not saved");
});

test("what was refused, or found no server, is not left without being asked", async ({ page, context }) => {
  await signIn(page, "owner@savanna.test", "/crm/quotes/new?deal=21");
  await running(page);
  const asked = page.getByRole("alertdialog", { name: "Discard what you typed?" });
  const price = page.locator('[id="lines[0].price"]');
  const quantity = page.locator('[id="lines[0].quantity"]');
  const save = page.getByRole("button", { name: "Save the quote" });
  const leave = async () => {
    await page.getByRole("link", { name: "Cancel", exact: true }).click();
    await asked.getByRole("button", { name: "Stay here" }).click();
    await expect(asked).toBeHidden();
  };
  await page.locator('[id="lines[0].name"]').fill("Delivery");
  await price.fill("many");
  await save.click();
  await expect(price).toHaveAttribute("aria-invalid", "true");
  await leave();
  await price.fill("100");
  await quantity.fill("none");
  await save.click();
  await expect(quantity).toHaveAttribute("aria-invalid", "true");
  await expect(price).not.toHaveAttribute("aria-invalid", "true");
  await leave();
  await context.setOffline(true);
  await save.click();
  await expect(page.getByText("Nothing was sent.")).toBeVisible();
  await context.setOffline(false);
  await leave();
  await expect(price).toHaveValue("100");
});

test("what is on its way is not left without being asked: it may be refused", async ({ page }) => {
  await signIn(page, "owner@savanna.test", "/crm/quotes/new?deal=21");
  await running(page);
  const asked = page.getByRole("alertdialog", { name: "Discard what you typed?" });
  const price = page.locator('[id="lines[0].price"]');
  const cancel = page.getByRole("link", { name: "Cancel", exact: true });
  const answers: (() => void)[] = [];
  await page.route(/\/crm\/quotes\/new\.data/, async (route) => {
    if (route.request().method() === "POST") await new Promise<void>((answer) => answers.push(answer));
    await route.continue();
  });
  await page.locator('[id="lines[0].name"]').fill("Delivery");
  await price.fill("many");
  const save = async () => {
    await page.getByRole("button", { name: "Save the quote" }).click();
    await expect.poll(() => answers.length).toBe(1);
    await cancel.click();
    await expect(asked).toBeVisible();
    answers.pop()?.();
  };
  await save();
  await expect(price).toHaveAttribute("aria-invalid", "true");
  await asked.getByRole("button", { name: "Stay here" }).click();
  await expect(asked).toBeHidden();
  await expect(price).toHaveValue("many");
  await price.fill("100");
  await save();
  await expect(page).toHaveURL(/\/crm\/quotes\/\d+$/);
  await expect(asked).toBeHidden();
});
