import { expect, test } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { auditPage } from "./audit";
import { signIn } from "./people";
import { atProvider, codeFor, fillSignUp, fresh, mailTo, openAccount, signedUp, strong } from "./sign-up";

/** Any six digits but these. */
const notThis = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });

    test("a business signs up with the emailed code and lands where products are chosen", async ({ page, context }) => {
      const email = fresh();
      await page.goto("/login");
      await page.getByRole("link", { name: "Create one" }).click();
      await fillSignUp(page, email);
      await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
      const code = await codeFor(context, email);
      await page.getByLabel("Code").fill(notThis(code));
      await page.getByRole("button", { name: "Confirm" }).click();
      await expect(page.getByText("That code is not right. 4 tries left.")).toBeVisible();
      await page.getByLabel("Code").fill(`${code.slice(0, 3)} ${code.slice(3)}`);
      await page.getByRole("button", { name: "Confirm" }).click();
      await expect(page.getByLabel("Company name")).toHaveValue("Shamba Fresh");
      // It was asked for at the sign-up.
      await expect(page.getByLabel("Mobile phone")).toHaveCount(0);
      await page.getByLabel("KRA PIN").fill("12345");
      await openAccount(page);
      await expect(page.getByText("A KRA PIN is a letter, nine digits and a letter")).toBeVisible();
      await expect(page.getByLabel("Send and receive SMS")).toBeChecked();
      await page.getByLabel("KRA PIN").fill("p051234567x");
      await page.getByRole("button", { name: "Open the account" }).click();
      await expect(page).toHaveURL(/\/subscribe$/);
      await page.goto("/auth/signup");
      await expect(page).not.toHaveURL(/\/auth\//);
    });

    test("the mailed link does the same, and where one first wanted to go is kept", async ({ page, context }) => {
      const email = fresh();
      await page.goto("/auth/signup?to=/notAllowed?page=/sms/bulk");
      await fillSignUp(page, email);
      const mail = await mailTo(context, email, /is your Jibu code$/);
      await mail.locator(".mail a").first().click();
      await mail.getByRole("button", { name: "This is my address" }).click();
      await openAccount(mail);
      await expect(mail).toHaveURL(/\/notAllowed\?page=\/sms\/bulk$/);
    });

    test("what is wrong is told in words, and all but the password stays", async ({ page }) => {
      await page.goto("/auth/signup");
      await page.getByLabel("Your name").fill("Njeri Kamau");
      await page.getByLabel("Email").fill("njeri@shamba");
      await page.getByLabel("Mobile phone").fill("0722");
      await page.getByLabel("Password", { exact: true }).fill("short");
      await page.getByLabel("Confirm password").fill("other");
      await page.getByRole("button", { name: "Create account" }).click();
      await expect(page.getByText("Use at least 10 characters.")).toBeVisible();
      await expect(page.getByText("Write it like 0722 000 000: too few digits.")).toBeVisible();
      await expect(page.getByLabel("Your name")).toHaveValue("Njeri Kamau");
      await expect(page.getByLabel("Mobile phone")).toHaveValue("0722");
      await fillSignUp(page, fresh(), "qwertyuiop1234567890".slice(0, 10));
      await expect(page.getByText(/easily guessed|commonest/).first()).toBeVisible();
    });

    test("a forgotten password: the same words for every address, a link that works once, all sessions end", async ({
      page,
      context,
      browser,
    }) => {
      const email = await signedUp(page, context);

      const other = await browser.newContext({ javaScriptEnabled });
      const elsewhere = await other.newPage();
      for (const address of [fresh(), email]) {
        await elsewhere.goto("/login");
        await elsewhere.getByRole("link", { name: "Forgot it?" }).click();
        await expect(elsewhere.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
        await elsewhere.getByLabel("Email").fill(address);
        await elsewhere.getByRole("button", { name: "Email me a link" }).click();
        await expect(elsewhere.getByRole("status")).toHaveText(/^If this address has an account/);
      }
      const mail = await mailTo(other, email, /^A new password for Jibu$/);
      const link = (await mail.locator(".mail a").first().getAttribute("href")) ?? "";
      await elsewhere.goto(link);
      await elsewhere.getByLabel("New password").fill("violin-tractor-mango-7");
      await elsewhere.getByLabel("Confirm password").fill("violin-tractor-mango-7");
      await elsewhere.getByRole("button", { name: "Set the password" }).click();
      await expect(elsewhere.getByText("Your new password is set.")).toBeVisible();
      await mailTo(other, email, /password was changed$/);

      await page.goto("/dashboard");
      await expect(page).toHaveURL(/\/login\?to=/);
      await elsewhere.goto(link);
      await expect(elsewhere.getByRole("heading", { name: "This link has expired" })).toBeVisible();
      await elsewhere.goto("/login");
      await elsewhere.getByLabel("Email").fill(email);
      await elsewhere.getByLabel("Password").fill("violin-tractor-mango-7");
      await elsewhere.getByRole("button", { name: "Sign in" }).click();
      await expect(elsewhere).toHaveURL(/\/subscribe$/);
      await other.close();
    });

    test("a new person signs in with a provider: the address is proven first, then the account opened", async ({
      page,
      context,
    }) => {
      const email = fresh();
      await atProvider(page, email);
      await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
      await page.getByLabel("Code").fill(await codeFor(context, email));
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByLabel("Company name").fill("Shamba Fresh");
      await page.getByLabel("Mobile phone").fill("0722418306");
      await openAccount(page);
      await expect(page).toHaveURL(/\/subscribe$/);

      await page.goto("/user/profile/sign-ins/sandbox");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sandbox ID can't be unlinked yet");
      await page.getByRole("button", { name: "Email me the link" }).click();
      const mail = await mailTo(context, email, /^A new password for Jibu$/);
      await mail.locator(".mail a").first().click();
      await mail.getByLabel("New password").fill(strong);
      await mail.getByLabel("Confirm password").fill(strong);
      await mail.getByRole("button", { name: "Set the password" }).click();
      await expect(mail.getByText("Your new password is set.")).toBeVisible();
    });

    test("an account is linked to a provider only with the code from its mail, and signs in with it then", async ({
      page,
      context,
      browser,
    }) => {
      const email = await signedUp(page, context);

      const other = await browser.newContext({ javaScriptEnabled });
      const elsewhere = await other.newPage();
      await atProvider(elsewhere, email, "/subscribe");
      await expect(elsewhere.getByRole("heading", { name: "Check your email" })).toBeVisible();
      const mail = await mailTo(other, email, /links Sandbox ID to your Jibu account$/);
      await expect(mail.locator(".mail a")).toHaveCount(0);
      const code = (await mail.getByRole("heading", { level: 1 }).textContent())?.slice(0, 6) ?? "";
      await elsewhere.getByLabel("Code").fill(code);
      await elsewhere.getByRole("button", { name: "Confirm" }).click();
      await expect(elsewhere).toHaveURL(/\/subscribe$/);
      await other.clearCookies();
      await atProvider(elsewhere, email, "/subscribe");
      await expect(elsewhere).toHaveURL(/\/subscribe$/);

      if (javaScriptEnabled) await auditPage(elsewhere, "/user/profile/sign-ins/sandbox");
      await elsewhere.goto("/user/profile/sign-ins/sandbox");
      await elsewhere.getByLabel("Your password").fill("not-my-password");
      await elsewhere.getByRole("button", { name: "Unlink Sandbox ID" }).click();
      await expect(elsewhere.locator(".err").getByText("This is not your current password.")).toBeVisible();
      await expect(elsewhere.getByRole("link", { name: "This is not your current password." })).toHaveAttribute(
        "href",
        "#password",
      );
      await elsewhere.getByLabel("Your password").fill(strong);
      await elsewhere.getByRole("button", { name: "Unlink Sandbox ID" }).click();
      await expect(elsewhere).toHaveURL(/\/user\/profile$/);
      await mailTo(other, email, /^Sandbox ID was unlinked from your Jibu account$/);
      await other.close();
    });

    test("with a second factor the code is asked for, wrong ones are told, and a recovery code does as well", async ({
      page,
      context,
      request,
    }) => {
      const email = await signedUp(page, context);
      await context.clearCookies();

      const grant = { username: email, password: strong, grant_type: "password", client_id: "jibu-web", scope: "*" };
      const { access_token } = await (await request.post("/api/identity/login/token", { form: grant })).json();
      const headers = { authorization: `Bearer ${access_token}` };
      const setup = await (await request.post("/api/identity/user/two-factor", { headers, data: {} })).json();
      const app = new TOTP({ secret: Secret.fromBase32(setup.secret) });
      const code = app.generate({ timestamp: Date.now() - 30_000 });
      const confirmed = await request.post("/api/identity/user/two-factor/confirm", { headers, data: { code } });
      const { codes } = (await confirmed.json()) as { codes: string[] };

      for (const proof of [() => app.generate(), () => codes[0] ?? ""]) {
        await page.goto("/login?to=/notAllowed?page=/sms/bulk");
        await page.getByLabel("Email").fill(email);
        await page.getByLabel("Password").fill(strong);
        await page.getByRole("button", { name: "Sign in" }).click();
        await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
        await page.getByLabel("Code").fill("12");
        await page.getByRole("button", { name: "Sign in" }).click();
        await expect(page.getByText("That code is not right")).toBeVisible();
        await page.getByLabel("Code").fill(proof());
        await page.getByRole("button", { name: "Sign in" }).click();
        await expect(page).toHaveURL(/\/notAllowed\?page=\/sms\/bulk$/);
        await context.clearCookies();
      }
      await page.goto("/login/code");
      await expect(page).toHaveURL(/\/login$/);

      await page.getByLabel("Email").fill(email);
      await page.getByLabel("Password").fill(strong);
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
      // The browser forgets the step when its time is over.
      await context.clearCookies({ name: "auth.code" });
      await page.getByLabel("Code").fill(codes[1] ?? "");
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page.getByText("This sign-in took too long. Start again with your password.")).toBeVisible();
    });

    test("turning back at the provider leads to the sign-in page with a word on it", async ({ page }) => {
      await page.goto("/login?to=/sms/history");
      await page.getByRole("link", { name: "Continue with Sandbox ID" }).click();
      await page.getByRole("button", { name: "Cancel" }).click();
      await expect(page).toHaveURL(/\/login\?to=%2Fsms%2Fhistory$/);
      await expect(page.getByText("You came back from Sandbox ID without signing in.")).toBeVisible();
    });
  });

test("an address that has an account is answered like any other; its owner is told by mail", async ({
  page,
  context,
}) => {
  await page.goto("/auth/signup");
  await fillSignUp(page, "owner@lakeside.test");
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await mailTo(context, "owner@lakeside.test", /^You already have a Jibu account$/);
  await page.getByLabel("Code").fill("123456");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("That code is not right. 4 tries left.")).toBeVisible();
});

test("a mailed link opened in another browser asks for the password that was chosen", async ({
  page,
  context,
  browser,
}) => {
  const email = fresh();
  await page.goto("/auth/signup");
  await fillSignUp(page, email);
  const mail = await mailTo(context, email, /is your Jibu code$/);
  const link = (await mail.locator(".mail a").first().getAttribute("href")) ?? "";
  const other = await browser.newContext();
  const elsewhere = await other.newPage();
  await elsewhere.goto(link);
  await elsewhere.getByLabel("Password").fill("not-what-was-chosen");
  await elsewhere.getByRole("button", { name: "This is my address" }).click();
  await expect(elsewhere.getByText("That is not the password you chose.")).toBeVisible();
  await elsewhere.getByLabel("Password").fill(strong);
  await elsewhere.getByRole("button", { name: "This is my address" }).click();
  await expect(elsewhere.getByRole("heading", { name: "Your company" })).toBeVisible();
  await other.close();
});

test("the hint of a password's strength follows what is typed", async ({ page }) => {
  await page.goto("/auth/signup");
  const password = page.getByLabel("Password", { exact: true });
  await password.fill("mango");
  await expect(page.getByText("Too short.")).toBeVisible();
  await password.fill("mangomango");
  await expect(page.getByText("Weak.")).toBeVisible();
  await password.fill(strong);
  await expect(page.getByText("Strong.")).toBeVisible();
});

test("a signed-in person is sent home from the pages for guests", async ({ page }) => {
  await signIn(page, "owner@lakeside.test");
  for (const path of ["/auth/signup", "/auth/verify-account", "/auth/company-details", "/login/code"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/dashboard/);
  }
});
