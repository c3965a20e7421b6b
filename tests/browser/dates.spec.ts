import { expect, type Page, test } from "@playwright/test";
import { addDays, dayIn, sayDay } from "../../rules/calendar";
import { auditFindings } from "./audit";
import { signIn } from "./people";

const owner = "owner@savanna.test";
const today = () => dayIn("Africa/Nairobi", new Date());
const calendar = (page: Page) => page.getByRole("dialog", { name: "Choose a date" });
const day = (page: Page, date: string) => calendar(page).getByRole("button", { name: sayDay(date), exact: true });

test("a filter's day is chosen by keyboard alone, as the guide of WAI-ARIA has it", async ({ page }) => {
  await signIn(page, owner, "/user/activities?from=2026-05-20");
  await page.locator("summary", { hasText: "Filter" }).press("Enter");
  const from = page.getByLabel("From", { exact: true });
  await expect(page.getByText("Wed, 20 May 2026")).toBeVisible();
  await from.focus();
  await from.press("Alt+ArrowDown");
  await expect(day(page, "2026-05-20")).toBeFocused();
  await expect(calendar(page).getByRole("heading", { name: "May 2026" })).toBeVisible();
  for (const [key, to] of [
    ["ArrowRight", "2026-05-21"],
    ["ArrowDown", "2026-05-28"],
    ["ArrowDown", "2026-06-04"],
    ["ArrowLeft", "2026-06-03"],
    ["ArrowUp", "2026-05-27"],
    ["Home", "2026-05-25"],
    ["End", "2026-05-31"],
    ["PageDown", "2026-06-30"],
    ["PageUp", "2026-05-30"],
    ["Shift+PageUp", "2025-05-30"],
    ["Shift+PageDown", "2026-05-30"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(day(page, to), key).toBeFocused();
  }
  await page.keyboard.press("Escape");
  await expect(calendar(page)).toBeHidden();
  // Escape shut the calendar, not the filters behind it, and changed nothing.
  await expect(from).toBeFocused();
  await expect(from).toHaveValue("2026-05-20");

  await page.keyboard.press("F4");
  await expect(day(page, "2026-05-20")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(calendar(page)).toBeHidden();
  await expect(from).toBeFocused();
  await expect(from).toHaveValue("2026-05-21");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/from=2026-05-21/);
  await expect(page.getByRole("list", { name: "Filters" })).toContainText("2026-05-21");
});

test("a calendar that is opened again at once after it was shut is there", async ({ page }) => {
  await signIn(page, owner, "/user/activities?from=2026-05-20");
  await page.locator("summary", { hasText: "Filter" }).press("Enter");
  await expect(page.getByText("Wed, 20 May 2026")).toBeVisible();
  const from = page.getByLabel("From", { exact: true });
  await from.press("F4");
  await expect(day(page, "2026-05-20")).toBeFocused();
  // The key arrives before the dialog says that it was closed.
  await from.evaluate((field) => {
    document.querySelector<HTMLDialogElement>("dialog.calendar")?.close();
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "F4", bubbles: true, cancelable: true }));
  });
  await expect(day(page, "2026-05-20")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(from).toHaveValue("2026-05-21");
  await expect(from).toBeFocused();
});

test("the button of the calendar names the day, quick choices set it, and Clear empties it", async ({ page }) => {
  await signIn(page, owner, "/settings/selfcare/statement");
  await page.locator("summary", { hasText: "Filter" }).click();
  const until = page.getByLabel("Until");
  const box = page.locator(".date-box", { has: until });
  await box.getByRole("button", { name: "Choose a date" }).click();
  await expect(calendar(page).getByText(`Nairobi time. Today is ${sayDay(today())}.`)).toBeVisible();
  await calendar(page).getByRole("button", { name: "Yesterday" }).click();
  const yesterday = addDays(today(), -1);
  await expect(until).toHaveValue(yesterday);
  const change = box.getByRole("button", { name: `Change the date, ${sayDay(yesterday)}` });
  await expect(change).toBeFocused();
  await change.click();
  await expect(calendar(page).getByRole("gridcell", { selected: true })).toHaveText(String(Number(yesterday.slice(8))));
  await calendar(page).getByRole("button", { name: "Clear" }).click();
  await expect(until).toHaveValue("");
  // A press beside the calendar shuts it.
  await box.getByRole("button", { name: "Choose a date" }).click();
  await page.mouse.click(4, 4);
  await expect(calendar(page)).toBeHidden();
});

test("a scheduled blast: tomorrow at nine in the account's own time by one press", async ({ page }) => {
  await signIn(page, owner, "/sms/send");
  await page.getByLabel("At a set time").check();
  const fields = page.getByRole("group", { name: "When to send" });
  await expect(fields.getByText("Nairobi time.")).toBeVisible();
  await fields.getByRole("button", { name: /^Change the date/ }).click();
  await calendar(page).getByRole("button", { name: "Tomorrow 09:00" }).click();
  await expect(fields.getByLabel("Date", { exact: true })).toHaveValue(addDays(today(), 1));
  await expect(fields.getByLabel("Time", { exact: true })).toHaveValue("09:00");
  await expect(fields.getByText(sayDay(addDays(today(), 1), "short"))).toBeVisible();
});

test("days beyond the bounds can't be chosen, in a drawer whose Escape is its own", async ({ page }) => {
  await signIn(page, owner, "/settings/selfcare/request/new");
  const drawer = page.getByRole("dialog", { name: "Send a bank slip" });
  await drawer.locator(".date-box").getByRole("button").click();
  await page.keyboard.press("PageDown");
  await expect(day(page, today())).toBeFocused();
  const tomorrow = addDays(today(), 1);
  if (tomorrow.slice(0, 7) === today().slice(0, 7))
    await expect(day(page, tomorrow)).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Escape");
  await expect(calendar(page)).toBeHidden();
  await expect(drawer).toBeVisible();
});

test("axe finds nothing in the open calendar, light and dark, and on a phone it keeps within the window", async ({
  page,
}) => {
  await signIn(page, owner, "/user/activities?from=2026-05-20");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.locator("summary", { hasText: "Filter" }).click();
  await page.getByRole("button", { name: "Change the date, Wednesday, 20 May 2026" }).click();
  await expect(day(page, "2026-05-20")).toBeFocused();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await auditFindings(page), colorScheme).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 700 });
  const box = await calendar(page).boundingBox();
  expect(box?.x).toBe(0);
  expect(box?.width).toBeLessThanOrEqual(390);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(700);
  await expect(calendar(page).getByRole("button", { name: "Clear" })).toBeInViewport();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("a day is the browser's own field and filters the list", async ({ page }) => {
    await signIn(page, owner, "/user/activities");
    await page.locator("summary", { hasText: "Filter" }).click();
    await expect(page.getByRole("button", { name: "Choose a date" })).toHaveCount(0);
    await page.getByLabel("From", { exact: true }).fill("2026-05-20");
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page).toHaveURL(/from=2026-05-20/);
    await expect(page.getByRole("list", { name: "Filters" })).toContainText("2026-05-20");
  });
});
