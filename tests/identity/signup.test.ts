import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asOwner } from "../setup/database";
import {
  codeIn,
  company,
  form,
  grant,
  openedAccount,
  rowsOf,
  type SignUpFixture,
  secretIn,
  signUpFixture,
  strong,
} from "./sign-up-fixture";

let fixture: SignUpFixture;
beforeAll(async () => {
  fixture = await signUpFixture();
});
afterAll(() => fixture.stop());

const fresh = (name: string) => `${name}@shamba.test`;

async function begun(email: string, change: object = {}): Promise<string> {
  const answer = await fixture.ask().signUp(form(email, change));
  if (answer.status !== 201) throw new Error(answer.body.message);
  return answer.body.signup;
}

/** Lets time pass for one sign-up: its last mail went out this many seconds earlier. */
const earlier = (seconds: number, email: string) =>
  asOwner(
    fixture.database.url,
    `update identity.signups set mailed_at = mailed_at - interval '${seconds} s' where email = '${email}'`,
  );

describe("signing up", () => {
  test("an account with its owner, roles, number and wallet, and a session", async () => {
    const email = fresh("njeri");
    const signup = await begun(email);
    const [mail] = await fixture.mails();
    expect(mail).toMatchObject({ to: email });
    const verified = await fixture.ask().verifyCode({ body: { signup, code: codeIn(mail) } });
    expect(verified).toEqual({ status: 200, body: { step: "details", signup } });
    const opened = await fixture.ask().companyDetails({
      body: {
        signup,
        ...company,
        kra_pin: "p051234567x",
        requested_products: ["SMS", "Voice"],
        time_zone: "Africa/Kampala",
      },
    });
    expect(opened.status).toBe(201);
    if (opened.status !== 201) return;
    const { customer_account, session } = opened.body;
    expect(customer_account).toMatch(/^4\d{5}$/);
    expect(fixture.wallets).toContain(customer_account);
    const details = await fixture.ask("10.0.0.1", session.access_token).details();
    expect(details).toMatchObject({
      status: 200,
      body: {
        user: {
          name: "Njeri Kamau",
          email,
          customer_account,
          account_name: "Shamba Fresh Ltd",
          time_zone: "Africa/Kampala",
          roles: [{ name: "Owner" }],
          products: [],
          billing_customer_id: `b-${customer_account}`,
        },
      },
    });
    const rows = await rowsOf(
      fixture,
      customer_account,
      `select phone, kra_pin, requested_products, (select array_agg(name order by name) from identity.roles r
         where r.customer_account = a.customer_account) as roles,
         (select string_agg(action, ',') from events.activities e where e.customer_account = a.customer_account) as done
       from identity.accounts a where customer_account = '${customer_account}'`,
    );
    expect(rows[0]).toMatchObject({
      phone: "+254722418306",
      kra_pin: "P051234567X",
      requested_products: ["SMS", "Voice"],
      roles: expect.arrayContaining(["Agent", "Owner", "Sales", "Super Admin", "Supervisor"]),
      done: "Account opened",
    });
    // What it said is there for the pages that follow.
    expect(await fixture.ask("10.0.0.1", session.access_token).signUpAnswers()).toEqual({
      status: 200,
      body: { requested_products: ["SMS", "Voice"], phone: "+254722418306" },
    });
    expect((await fixture.ask().signUpAnswers()).status).toBe(401);
    expect((await fixture.ask().token(grant(email, strong))).status).toBe(200);
    expect((await fixture.ask().companyDetails({ body: { signup, ...company } })).status).toBe(404);
  });

  test("no account and no sign-in exists before the address is proven", async () => {
    const email = fresh("early");
    const signup = await begun(email);
    expect((await fixture.ask().companyDetails({ body: { signup, ...company } })).status).toBe(409);
    expect((await fixture.ask().token(grant(email, strong))).status).toBe(401);
    const { rows } = await asOwner(fixture.database.url, `select 1 from identity.logins where email = '${email}'`);
    expect(rows).toEqual([]);
  });

  test("neither the code, the link, the handle nor the password stands in the database", async () => {
    const email = fresh("secret");
    const signup = await begun(email);
    const mail = (await fixture.mails()).at(-1);
    const { rows } = await asOwner(
      fixture.database.url,
      `select to_jsonb(s)::text as row from identity.signups s where email = '${email}'`,
    );
    const link = secretIn(mail, "/auth/verify-account?link=");
    expect(link).not.toBe("");
    for (const secret of [codeIn(mail), link, signup, strong]) expect(rows[0].row).not.toContain(secret);
  });

  test("ended after a day", async () => {
    const email = fresh("late");
    const signup = await begun(email);
    const code = codeIn((await fixture.mails()).at(-1));
    await asOwner(fixture.database.url, `update identity.signups set expires_at = now() where email = '${email}'`);
    expect((await fixture.ask().verifyCode({ body: { signup, code } })).status).toBe(404);
  });

  test("of two posts of the last form one opens the account", async () => {
    const signup = await begun(fresh("twice"));
    const code = codeIn((await fixture.mails()).at(-1));
    await fixture.ask().verifyCode({ body: { signup, code } });
    const both = await Promise.all([1, 2].map(() => fixture.ask().companyDetails({ body: { signup, ...company } })));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 404]);
  });

  test.each([
    ["an address without a dot", { email: "njeri@shamba" }, "email"],
    ["two addresses", { email: "a@b.test,c@d.test" }, "email"],
    ["a line break in the name", { name: "Njeri\r\nBcc: x@y.test" }, "name"],
    ["a landline", { phone: "020 2345678" }, "phone"],
    ["a short password", { password: "short" }, "password"],
    ["the commonest password", { password: "1qaz2wsx3edc" }, "password"],
    ["the company as password", { password: "shamba-fresh1" }, "password"],
    ["the address as password", { email: "njerikamau@shamba.test", password: "NjeriKamau1" }, "password"],
  ])("%s is a field error", async (_, change, field) => {
    const answer = await fixture.ask().signUp(form(fresh("odd"), change));
    expect(answer).toMatchObject({ status: 422, body: { errors: { [field]: [expect.any(String)] } } });
  });
});

describe("an address that has an account", () => {
  const known = fresh("known");
  beforeAll(async () => {
    await openedAccount(fixture, known);
  });

  test("is answered like any other, and only its owner is told", async () => {
    const [one, other] = [await fixture.ask().signUp(form(known)), await fixture.ask().signUp(form(fresh("unknown")))];
    const shape = (answer: typeof one) => ({ ...answer, body: { ...answer.body, signup: "" } });
    expect(shape(one)).toEqual(shape(other));
    const mails = await fixture.mails();
    expect(mails.find(({ to }) => to === known)?.subject).toBe("You already have a Jibu account");
    if (one.status !== 201 || other.status !== 201) return;
    const states = await Promise.all(
      [one, other].map(({ body }) => fixture.ask().signUpState({ body: { signup: body.signup } })),
    );
    // The seconds until another mail run from each one's own beginning.
    const blind = states.map((state) => ({ ...state, body: { ...state.body, email: "", resend_in: 0 } }));
    expect(blind[0]).toEqual(blind[1]);
    const wrong = await Promise.all(
      [one, other].map(({ body }) => fixture.ask().verifyCode({ body: { signup: body.signup, code: "123456" } })),
    );
    expect(wrong[0]).toEqual(wrong[1]);
  });

  test("no code opens its sign-up", async () => {
    const signup = await begun(known);
    await fixture.mails();
    const { rows } = await asOwner(
      fixture.database.url,
      `select kind, password_hash from identity.signups where email = '${known}'`,
    );
    expect(rows).toContainEqual({ kind: "known", password_hash: null });
    expect((await fixture.ask().signUpState({ body: { signup } })).status).toBe(200);
  });

  test("an address that got an account in the meantime is told to its owner, who has proven it", async () => {
    const email = fresh("race");
    const signups = [await begun(email), await begun(email)];
    const codes = (await fixture.mails()).filter(({ to }) => to === email).map(codeIn);
    for (const [n, signup] of signups.entries())
      expect((await fixture.ask().verifyCode({ body: { signup, code: codes[n] ?? "" } })).status).toBe(200);
    const opened = [];
    for (const signup of signups) opened.push(await fixture.ask().companyDetails({ body: { signup, ...company } }));
    expect(opened.map(({ status }) => status)).toEqual([201, 409]);
  });
});

describe("the code", () => {
  test("five wrong ones close it, and the next mail has one of its own", async () => {
    const email = fresh("guess");
    const signup = await begun(email);
    const first = codeIn((await fixture.mails()).at(-1));
    const wrong = String((Number(first) + 1) % 1_000_000).padStart(6, "0");
    for (let tries = 0; tries < 5; tries++)
      expect((await fixture.ask().verifyCode({ body: { signup, code: wrong } })).status).toBe(422);
    expect((await fixture.ask().verifyCode({ body: { signup, code: first } })).status).toBe(429);
    expect((await fixture.ask().resendCode({ body: { signup } })).status).toBe(429);
    await earlier(61, email);
    expect((await fixture.ask().resendCode({ body: { signup } })).status).toBe(200);
    const second = codeIn((await fixture.mails()).at(-1));
    if (second !== first) expect((await fixture.ask().verifyCode({ body: { signup, code: first } })).status).toBe(422);
    expect((await fixture.ask().verifyCode({ body: { signup, code: second } })).status).toBe(200);
  });

  test("tries at once are counted one by one", async () => {
    const signup = await begun(fresh("crowd"));
    const code = codeIn((await fixture.mails()).at(-1));
    const guesses = Array.from({ length: 20 }, (_, n) => String((Number(code) + 1 + n) % 1_000_000).padStart(6, "0"));
    const answers = await Promise.all(
      guesses.map((guess) => fixture.ask().verifyCode({ body: { signup, code: guess } })),
    );
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  test("five mails and no more", async () => {
    const email = fresh("again");
    const signup = await begun(email);
    for (let mails = 2; mails <= 5; mails++) {
      await earlier(61, email);
      expect((await fixture.ask().resendCode({ body: { signup } })).status).toBe(200);
    }
    await earlier(61, email);
    expect((await fixture.ask().resendCode({ body: { signup } })).status).toBe(429);
  });

  test("one client may not begin without end, and a stranger floods no one's mailbox", async () => {
    const answers = [];
    for (let n = 0; n < 41; n++) answers.push((await fixture.ask("10.9.9.9").signUp(form(fresh("flood")))).status);
    expect(answers.slice(0, 40)).toEqual(Array(40).fill(201));
    expect(answers[40]).toBe(429);
    expect((await fixture.mails()).filter(({ to }) => to === fresh("flood"))).toHaveLength(8);
  });
});

describe("the link", () => {
  test("proves in the browser that began, and elsewhere only with the password that was chosen", async () => {
    const signup = await begun(fresh("link"));
    const link = secretIn((await fixture.mails()).at(-1), "/auth/verify-account?link=");
    expect((await fixture.ask().linkState({ body: { link, signup } })).body).toMatchObject({ needs: "nothing" });
    expect((await fixture.ask().linkState({ body: { link } })).body).toMatchObject({ needs: "password" });
    expect((await fixture.ask().verifyLink({ body: { link } })).status).toBe(422);
    expect((await fixture.ask().verifyLink({ body: { link, password: "a-wrong-password" } })).status).toBe(422);
    const right = await fixture.ask().verifyLink({ body: { link, password: strong } });
    expect(right).toMatchObject({ status: 200, body: { step: "details" } });
    expect((await fixture.ask().signUpState({ body: { signup } })).status).toBe(404);
  });

  test("a stranger's sign-up with someone's address gives neither of them an account by a mere click", async () => {
    await begun(fresh("victim"), { password: "the-strangers-own-7" });
    const link = secretIn((await fixture.mails()).at(-1), "/auth/verify-account?link=");
    expect((await fixture.ask().verifyLink({ body: { link, password: "" } })).status).toBe(422);
    expect((await fixture.ask().token(grant(fresh("victim"), "the-strangers-own-7"))).status).toBe(401);
  });

  test("a stranger's words and links stay out of the mail", async () => {
    await begun(fresh("spam"), { name: "Win now at evil.example" });
    const mail = (await fixture.mails()).at(-1);
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toContain("evil");
  });
});
