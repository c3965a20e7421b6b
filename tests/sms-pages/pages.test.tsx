import { describe, expect, test } from "vitest";
import { ConfirmPage } from "../../app/kit/compose/confirm-page";
import { CostPanel } from "../../app/kit/compose/cost-panel";
import { Groups } from "../../app/kit/compose/group-field";
import { BlastButtons } from "../../app/sms/blasts/blast-buttons";
import { LinksCard } from "../../app/sms/blasts/blast-links";
import { BlastProgress, LinkDown, NotYet } from "../../app/sms/blasts/blast-progress";
import { Outcome } from "../../app/sms/blasts/messages.list";
import { bulkSms } from "../../app/sms/compose/channel";
import { render, tag } from "../kit-ui/render";
import { blast, price } from "./price.fixture";

const text = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

describe("without script", () => {
  test("the groups are ticks, those chosen first, however many there are", async () => {
    const groups = Array.from({ length: 50 }, (_, i) => ({
      id: i + 1,
      name: `Group ${i + 1}`,
      contacts: 10,
      field_names: [],
    }));
    const html = await render(<Groups groups={groups} before={[50]} chosen={[50]} read={() => undefined} />);
    expect(html.match(/type="checkbox"/g)).toHaveLength(50);
    expect(html.match(/<input type="checkbox"[^>]*>/)?.[0]).toMatch(/value="50"/);
    expect(tag(html, 'type="checkbox"', 'value="50"')).toContain("checked");
    expect(text(html)).toContain("10 contacts in 1 group");
  });

  test("the cost is a sum one can read", async () => {
    const said = text(
      await render(<CostPanel channel={bulkSms.channel} kind="bulk" price={price} counting={false} trouble={[]} />),
    );
    for (const words of [
      "KES 0.80 per part",
      "1,236",
      "− 19",
      "− 13",
      "1,204",
      "1,221 parts",
      "KES 976.80",
      "KES 47,233.70",
    ])
      expect(said).toContain(words);
  });

  test("a cost beyond the balance says how much is lacking", async () => {
    const poor = { ...price, balance_cents: 90_000, balance_after_cents: -7_680 };
    expect(
      text(
        await render(<CostPanel channel={bulkSms.channel} kind="bulk" price={poor} counting={false} trouble={[]} />),
      ),
    ).toContain("KES 76.80 too low");
  });
});

describe("the confirm step", () => {
  const given = {
    blast: { ...blast, status: "draft" as const },
    sender: { sender: "SAVANNA", kind: "transactional" as const, status: "approved" },
    zone: "Africa/Nairobi",
  };

  test("says how many and what it costs, on the button too, and each answer can be changed", async () => {
    const html = await render(
      <ConfirmPage flow={bulkSms} {...given} balance={4_821_050} missing={null} testKey="k" last={undefined} />,
    );
    expect(text(html)).toContain("Send 1,204 messages?");
    expect(text(html)).toContain("KES 47,233.70");
    expect(tag(html, "<button")).not.toContain("aria-disabled");
    const button = /<button.*?<\/button>/s.exec(html)?.[0] ?? "";
    expect(text(button).trim()).toBe("Send 1,204 messages, 1,221 parts, KES 976.80");
    for (const field of ["group_ids", "sender", "body", "when"]) expect(html).toContain(`/sms/bulk?copy=5#${field}`);
  });

  test("numbers abroad are flagged, in the cost and before the last step", async () => {
    const lines = [
      { destination: "KE", recipients: 1202, parts: 1219, part_price: 0.8 },
      { destination: "GB", recipients: 2, parts: 2, part_price: 8 },
    ];
    const abroad = { ...price, foreign: 2, lines };
    const cost = text(
      await render(<CostPanel channel={bulkSms.channel} kind="bulk" price={abroad} counting={false} trouble={[]} />),
    );
    for (const words of ["from KES 0.80 per part", "Abroad", "United Kingdom, 2 parts at KES 8.00", "KES 16.00"])
      expect(cost).toContain(words);
    const confirm = await render(
      <ConfirmPage
        flow={bulkSms}
        {...given}
        blast={{ ...given.blast, price: abroad }}
        balance={4_821_050}
        missing={null}
        testKey="k"
        last={undefined}
      />,
    );
    for (const words of ["Abroad", "2 numbers", "United Kingdom 2, KES 8.00 per part"])
      expect(text(confirm)).toContain(words);
  });

  test("promotional messages outside their hours: the time at which they leave, and why", async () => {
    const hours = {
      promotional: true,
      waits_for_hours: true,
      hours: { from: 480, until: 1080 },
      leaves_at: "2026-11-24T05:00:00.000Z",
    };
    const said = async (change: Partial<typeof blast>) =>
      text(
        await render(
          <ConfirmPage
            flow={bulkSms}
            {...given}
            blast={{ ...given.blast, ...change }}
            balance={4_821_050}
            missing={null}
            testKey="k"
            last={undefined}
          />,
        ),
      );
    const now = await said(hours);
    for (const words of ["Tuesday 24 November 2026, 8:00 am", "8:00 am to 6:00 pm", "outside these hours now"])
      expect(now).toContain(words);
    const chosen = await said({ ...hours, is_now: false, send_at: "2026-11-23T19:00:00.000Z" });
    expect(chosen).toContain("You chose Monday 23 November 2026, 10:00 pm, Nairobi time, which is outside these hours");
    expect(await said({})).toMatch(/When Now/);
  });

  test("says how the first message reads where each has its own", async () => {
    const sample = { msisdn: "+254712345678", name: "Amina", text: "Dear Amina, your parcel is here.", parts: 1 };
    const own = { ...given.blast, body: "{{message}}", price: { ...price, samples: [sample] } };
    const html = await render(
      <ConfirmPage
        flow={bulkSms}
        {...given}
        blast={own}
        balance={4_821_050}
        missing={null}
        testKey="k"
        last={undefined}
      />,
    );
    expect(text(html)).toContain("Dear Amina, your parcel is here.");
  });

  test("too low a balance stops the button with the reason", async () => {
    const html = await render(
      <ConfirmPage flow={bulkSms} {...given} balance={90_000} missing={null} testKey="k" last={undefined} />,
    );
    expect(tag(html, "<button")).toContain('aria-disabled="true"');
    expect(tag(html, "<button")).toContain("KES 76.80 too low");
  });
});

describe("the blast's page", () => {
  test.each([
    ["sending", "Pause", false],
    ["paused", "Resume", false],
    ["scheduled", "Pause", true],
  ] as const)("%s: %s, stopped with a reason: %s", async (status, label, stopped) => {
    const html = await render(<BlastButtons blast={{ ...blast, status }} />);
    expect(text(html)).toContain(label);
    expect(tag(html, "<button").includes('aria-disabled="true"')).toBe(stopped);
  });

  test("that waits after its first messages offers the rest; paused before they are out it is paused as any other", async () => {
    const paused = { ...blast, status: "paused" as const, pause_after: 20 };
    expect(text(await render(<BlastButtons blast={{ ...paused, queued: blast.recipients - 20 }} />))).toContain(
      "Send the rest",
    );
    expect(text(await render(<BlastButtons blast={{ ...paused, queued: blast.recipients - 7 }} />))).toContain(
      "Resume",
    );
  });

  test.each(["sent", "failed", "cancelled"] as const)("%s: nothing is left to pause or cancel", async (status) => {
    const said = text(await render(<BlastButtons blast={{ ...blast, status }} />));
    expect(said).toContain("Duplicate");
    expect(said).not.toMatch(/Pause|Cancel/);
  });

  test("stopped by the end of its hours: what was sent, what is still held, when it goes on", async () => {
    const stopped = {
      ...blast,
      ...{ status: "scheduled" as const, queued: 214, submitted: 90, delivered: 900, charged_cents: 79_200 },
      ...{ promotional: true, waits_for_hours: true, leaves_at: "2026-11-21T05:00:00.000Z" },
      hours: { from: 480, until: 1080 },
    };
    const said = text(await render(<NotYet blast={stopped} zone="Africa/Nairobi" maySend />));
    for (const words of [
      "990 of 1,204 were sent",
      "214 messages",
      "Saturday 21 November 2026, 8:00 am",
      "KES 184.80 is reserved",
    ])
      expect(said).toContain(words);
    expect(tag(await render(<BlastButtons blast={stopped} />), "<button")).toContain("It is waiting for sending hours");
  });

  test("a scheduled one for a time outside its hours tells the time at which it really leaves", async () => {
    const scheduled = {
      ...blast,
      ...{ status: "scheduled" as const, started_at: null, send_at: "2026-11-20T19:00:00.000Z" },
      ...{ promotional: true, waits_for_hours: true, leaves_at: "2026-11-21T05:00:00.000Z" },
      hours: { from: 480, until: 1080 },
    };
    const said = text(await render(<NotYet blast={scheduled} zone="Africa/Nairobi" maySend />));
    for (const words of [
      "on Saturday 21 November 2026, 8:00 am",
      "8:00 am to 6:00 pm",
      "10:00 pm, Nairobi time is outside",
    ])
      expect(said).toContain(words);
  });

  test("of a message in parts it is said how many arrived, unless it is all or none", async () => {
    const failed = {
      ...{
        seq: 1,
        msisdn: "+254712345678",
        name: "",
        network: "Safaricom",
        text: "",
        submitted_at: null,
        done_at: null,
      },
      ...{ status: "failed" as const, reason: "The phone was off.", parts: 3, parts_delivered: 2 },
    };
    expect(text(await render(<Outcome message={failed} />))).toContain("Failed, 2 of 3 parts delivered");
    for (const parts_delivered of [0, 3])
      expect(text(await render(<Outcome message={{ ...failed, parts_delivered }} />))).not.toContain("parts delivered");
  });

  test("a draft leads to the review", async () => {
    const draft = { ...blast, status: "draft" as const };
    expect(await render(<BlastButtons blast={draft} />)).toContain("/sms/bulk/confirm?id=5");
    expect(text(await render(<NotYet blast={draft} zone="Africa/Nairobi" maySend />))).toContain("Not sent yet");
  });

  test("the networks being away is told, with since when, only while something waits for them", async () => {
    const link = { up: false, since: "2026-11-20T06:40:00.000Z" };
    const said = async (given: Partial<typeof blast>) =>
      text(await render(<LinkDown blast={{ ...blast, ...given }} zone="Africa/Nairobi" />));
    expect(await said({ link })).toContain("Nothing has been sent since 2026.11.20 9:40:00 am");
    for (const other of [{}, { link, queued: 0 }, { link, status: "sent" as const }])
      expect(await said(other)).not.toContain("can't be reached");
  });

  test("the counts of the bar are all the recipients", async () => {
    const part = {
      queued: 404,
      submitted: 100,
      delivered: 650,
      failed: 30,
      suppressed: 20,
      rate: 118,
      rate_limit: 120,
      seconds_left: 4,
    };
    const said = text(
      await render(
        <BlastProgress blast={{ ...blast, ...part }} zone="Africa/Nairobi" now="2026-11-20T06:40:19.000Z" />,
      ),
    );
    for (const words of ["800 of 1,204", "4 s left", "ends about 9:40:23 am", "118 a second", "limit 120 a second"])
      expect(said).toContain(words);
  });
});

describe("the links of a blast", () => {
  const link = { position: 0, link: "", target: "https://savanna.co.ke/offers", people: 0, clicks: 0, programs: 0 };
  const card = async (given: Partial<typeof link>, status: "draft" | "sent" = "sent") =>
    text(await render(<LinksCard blast={{ id: 7, status, links: [{ ...link, ...given }] }} />));

  test("say who followed them, with programs apart, and lead to the list when there is one", async () => {
    expect(await card({}, "draft")).toContain("Each recipient gets a short link of their own.");
    const none = await card({});
    expect(none).toContain("No one has followed it yet.");
    expect(none).not.toContain("See who");
    expect(await card({ programs: 1 })).toContain("No one has followed it yet. Opened by programs once.");
    const some = await card({ people: 1, clicks: 1200, programs: 3 });
    expect(some).toContain("1 recipient followed it, 1,200 clicks. Opened by programs 3 times.");
    expect(some).toContain("See who followed them");
  });

  test("are not there where a message has none", async () => {
    expect(await render(<LinksCard blast={{ id: 7, status: "sent", links: [] }} />)).not.toContain("Links");
  });
});
