import { expect, type Page, test } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { password, signIn, signInByForm } from "./people";
import { mailTo, strong } from "./sign-up";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Waits on a page that needs its Refresh link when there is no script. */
async function until(page: Page, scripted: boolean, holds: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(
      async () => {
        if (!scripted && !(await holds())) await page.reload();
        return holds();
      },
      { timeout: 90_000, intervals: [500] },
    )
    .toBe(true);
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "oneself" : "oneself without script", () => {
    test.use({ javaScriptEnabled });
    const who = javaScriptEnabled ? "sales@savanna.test" : "agent@savanna.test";

    test("a name, a zone and a photo are changed; a wrong photo is refused in words", async ({ page }) => {
      await signIn(page, who, "/user/profile");
      await page.getByLabel("Name", { exact: true }).fill("Nduku wa Mutua");
      await page.getByLabel("Time zone").selectOption("Africa/Lagos");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect(page.getByText("Your profile was changed.")).toBeVisible();
      await expect(page.getByLabel("Time zone")).toHaveValue("Africa/Lagos");
      await page.getByLabel("Name", { exact: true }).fill("   ");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect(page.getByText("Enter your name.").first()).toBeVisible();

      await page
        .getByLabel("Photo")
        .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from("<html>") });
      await page.getByRole("button", { name: "Save photo" }).click();
      await expect(page.locator("#upload-error")).toContainText("images");
      await page.getByLabel("Photo").setInputFiles({ name: "me.png", mimeType: "image/png", buffer: png });
      await page.getByRole("button", { name: "Save photo" }).click();
      const photo = page.getByRole("img", { name: "Nduku wa Mutua" });
      await expect(photo).toBeVisible();
      const answer = await page.request.get((await photo.getAttribute("src")) ?? "");
      expect(answer.headers()).toMatchObject({
        "content-type": "image/png",
        "x-content-type-options": "nosniff",
        "content-security-policy": expect.stringContaining("sandbox"),
      });
      await page.getByRole("button", { name: "Remove photo" }).click();
      await expect(photo).toHaveCount(0);
    });

    test("a second factor is set up, asked for at the next sign-in, and turned off with the password", async ({
      page,
    }) => {
      await signIn(page, who, "/user/profile/two-factor");
      await page.getByRole("button", { name: "Set it up" }).click();
      await page.getByRole("button", { name: "Not now" }).click();
      await expect(page).toHaveURL(/\/user\/profile$/);
      await page.goto("/user/profile/two-factor");
      await page.getByRole("button", { name: "Set it up" }).click();
      await expect(page.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
      const secret = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
      const app = new TOTP({ secret: Secret.fromBase32(secret), period: 30, digits: 6 });
      await page.getByRole("textbox", { name: "Code" }).fill("000000");
      await page.getByRole("button", { name: "Turn it on" }).click();
      await expect(page.locator("[id$=code-error]")).toContainText("not right");
      await page.getByRole("textbox", { name: "Code" }).fill(app.generate());
      await page.getByRole("button", { name: "Turn it on" }).click();
      const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
      await expect(codes).toHaveCount(10);
      const code = (await codes.first().textContent()) ?? "";
      await page.goto("/user/profile/two-factor");
      await expect(page.getByText("10 of 10 recovery codes left")).toBeVisible();

      await page.context().clearCookies();
      await page.goto("/login?to=/user/profile/two-factor");
      await page.getByLabel("Email").fill(who);
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByLabel(/code/i).first().fill(code);
      await page.locator("main form button, form button").first().click();
      await expect(page.getByText("9 of 10 recovery codes left")).toBeVisible();
      await page.getByLabel("Current password").fill("wrong");
      await page.getByRole("button", { name: "Turn it off" }).click();
      await expect(page.getByText("This is not your current password.").first()).toBeVisible();
      await page.getByLabel("Current password").fill(password);
      await page.getByRole("button", { name: "Turn it off" }).click();
      await expect(page.getByText("Two-factor sign-in is off.")).toBeVisible();
    });

    test("who lost their phone and codes signs in again when an administrator turns the second step off", async ({
      page,
      browser,
    }) => {
      const name = "Asha Njoroge";
      const email = `asha.${javaScriptEnabled ? "with" : "without"}@savanna.test`;
      await signIn(page, "owner@savanna.test", "/settings/users/new");
      await page.getByLabel("Name", { exact: true }).fill(name);
      await page.getByLabel("Email address").fill(email);
      await page.getByRole("combobox", { name: "Role" }).selectOption({ label: "Agent" });
      await page.getByRole("button", { name: "Send the invitation" }).click();
      await expect(page.getByText(`An invitation is on its way to ${email}.`)).toBeVisible();
      const context = await browser.newContext({ javaScriptEnabled });
      const mailbox = await mailTo(context, email, /invites you/);
      const link = (await mailbox.locator(".mail a").first().getAttribute("href")) ?? "";
      const theirs = await context.newPage();
      await signInByForm(theirs, "nobody@savanna.test");
      const before = await browser.newContext({ javaScriptEnabled });
      await before.addCookies(await context.cookies());
      await theirs.goto(link);
      await expect(theirs.getByText("You are signed in as nobody@savanna.test.")).toBeVisible();
      await theirs.getByLabel("Password", { exact: true }).fill(strong);
      await theirs.getByLabel("Confirm password").fill(strong);
      await theirs.getByRole("button", { name: "Accept and sign in" }).click();
      await theirs.waitForURL((url) => !url.pathname.startsWith("/auth/"));
      // The session that was in this browser is over, not only forgotten by it.
      const left = await before.newPage();
      await left.goto("/dashboard");
      await expect(left).toHaveURL(/\/login/);
      await before.close();
      await theirs.goto("/user/profile/two-factor");
      await theirs.getByRole("button", { name: "Set it up" }).click();
      await expect(theirs.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
      const secret = ((await theirs.locator("code").textContent()) ?? "").replaceAll(" ", "");
      const app = new TOTP({ secret: Secret.fromBase32(secret), period: 30, digits: 6 });
      await theirs.getByRole("textbox", { name: "Code" }).fill(app.generate());
      await theirs.getByRole("button", { name: "Turn it on" }).click();
      await expect(theirs.getByRole("list", { name: "Recovery codes" })).toBeVisible();
      await context.clearCookies();
      await theirs.goto("/login");
      await theirs.getByLabel("Email").fill(email);
      await theirs.getByLabel("Password").fill(strong);
      await theirs.getByRole("button", { name: "Sign in", exact: true }).click();
      await expect(theirs.getByText("ask an administrator of your account")).toBeVisible();

      await page.goto(`/settings/users?q=${encodeURIComponent(email)}`);
      await page.getByRole("link", { name }).first().click();
      await page.getByRole("link", { name: "Turn off two-factor sign-in" }).click();
      await expect(page.getByRole("heading", { name: `Turn off two-factor sign-in of ${name}?` })).toBeVisible();
      await page.getByRole("button", { name: "Turn off two-factor sign-in" }).click();
      await expect(page.getByText(`Two-factor sign-in is off for ${name}.`)).toBeVisible();
      await expect(page.getByRole("link", { name: "Turn off two-factor sign-in" })).toHaveCount(0);
      await theirs.goto("/login");
      await theirs.getByLabel("Email").fill(email);
      await theirs.getByLabel("Password").fill(strong);
      await theirs.getByRole("button", { name: "Sign in", exact: true }).click();
      await theirs.waitForURL((url) => !url.pathname.startsWith("/login"));
      await context.close();
    });

    test("another place is signed out from here, and a short password is refused with nothing changed", async ({
      page,
      browser,
    }) => {
      await signInByForm(page, who, "/user/profile");
      const elsewhere = await (await browser.newContext()).newPage();
      await signInByForm(elsewhere, who, "/user/profile");
      await page.goto("/user/profile/sessions");
      await expect(page.getByText("This one")).toHaveCount(1);
      await page.getByRole("button", { name: "Sign out elsewhere" }).click();
      await expect(page.getByText("You stay signed in here.")).toBeVisible();
      await elsewhere.goto("/user/profile");
      await expect(elsewhere).toHaveURL(/\/login/);
      await elsewhere.context().close();
      await page.goto("/user/profile/password");
      await page.getByLabel("Current password").fill(password);
      await page.getByLabel("New password", { exact: true }).fill("short");
      await page.getByLabel("Confirm new password").fill("short");
      await page.getByRole("button", { name: "Change password" }).click();
      await expect(page.getByText("Use at least 10 characters.").first()).toBeVisible();
      expect(await page.content()).not.toContain('value="short"');
    });

    test("an archive of one person is made and downloaded; who did it stands in the activities", async ({ page }) => {
      await signIn(page, "owner@savanna.test", "/settings/data-protection");
      await page.getByRole("link", { name: "Export a person" }).click();
      await page.getByLabel("Phone number or email address").fill("12");
      await page.getByRole("button", { name: "Find" }).click();
      await expect(page.getByText("This is neither a phone number nor an email address.").first()).toBeVisible();
      await page.getByLabel("Phone number or email address").fill("0722 000 001");
      await page.getByRole("button", { name: "Find" }).click();
      await page.getByRole("button", { name: "Create archive" }).click();
      await expect(page).toHaveURL(/\/settings\/data-protection\/\d+$/);
      const link = page.getByRole("link", { name: "Download the archive" });
      await until(page, javaScriptEnabled, () => link.isVisible());
      const answer = await page.request.get((await link.getAttribute("href")) ?? "");
      expect(answer.headers()["content-disposition"]).toMatch(/^attachment; filename="person-\d+\.zip"/);
      expect((await answer.body()).subarray(0, 2).toString()).toBe("PK");
      await page.goto("/user/activities");
      await expect(page.locator("table").getByText("Person's data asked for").first()).toBeVisible();
    });

    test("an erasure is done only when the number is written once more", async ({ page }) => {
      const number = javaScriptEnabled ? "+254722000888" : "+254722000889";
      await signIn(
        page,
        "owner@savanna.test",
        `/settings/data-protection/new?kind=erasure&contact=${encodeURIComponent(number)}`,
      );
      await page.getByLabel(/To confirm/).fill("yes");
      await page.getByRole("button", { name: "Erase permanently" }).click();
      await expect(page.locator("#confirm-error")).toContainText(number);
      await page.getByLabel(/To confirm/).fill(number);
      await page.getByRole("button", { name: "Erase permanently" }).click();
      await expect(page).toHaveURL(/\/settings\/data-protection\/\d+$/);
      await until(page, javaScriptEnabled, () => page.getByText("Done", { exact: true }).first().isVisible());
    });

    test("data that a shorter retention deletes is named first; nothing changes until that is confirmed", async ({
      page,
    }) => {
      await signIn(page, "owner@savanna.test", "/settings/data-protection/retention");
      const files = page.getByLabel("Files, months");
      await files.fill("120");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByRole("listitem").filter({ hasText: /^Files before \w+, \d/ })).toBeVisible();
      await expect(files).toHaveValue("120");
      await page.getByLabel("Delete this data").check();
      // A tick for 120 months is none for 119.
      await files.fill("119");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByLabel("Delete this data")).not.toBeChecked();
      await page.goto("/settings/data-protection/retention");
      await expect(files).toHaveValue("");
      await files.fill("119");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByLabel("Delete this data").check();
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Retention was changed.")).toBeVisible();
      await expect(files).toHaveValue("119");
      await files.fill("");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Retention was changed.")).toBeVisible();
      await expect(files).toHaveValue("");
      await expect(page.getByLabel("Delete this data")).toBeHidden();
    });
  });
