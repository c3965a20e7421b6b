import { describe, expect, it } from "vitest";
import { BarChart } from "../../app/kit/ui/bar-chart";
import { labelled, short } from "../../app/kit/ui/chart-axes";
import { CountChart } from "../../app/kit/ui/count-chart";
import { Drawer } from "../../app/kit/ui/drawer";
import { LineChart } from "../../app/kit/ui/line-chart";
import { noticeStays, Toasts } from "../../app/kit/ui/notice";
import { Progress } from "../../app/kit/ui/progress";
import { attribute, render, tag } from "./render";

describe("notices", () => {
  const notices = [
    { id: "1", kind: "success" as const, title: "Success", text: "Issue reported successfully" },
    { id: "2", kind: "error" as const, title: "Error", text: "Sorry, something happened" },
  ];
  it("are said politely, an error at once; the newest stands on top", async () => {
    const html = await render(<Toasts notices={notices} />);
    expect(attribute(tag(html, "<section"), "aria-live")).toBe("polite");
    expect(html).toMatch(/role="alert".*Sorry.*role="status".*Issue reported successfully/);
  });
  it("can be closed without script, each by a box with a name", async () => {
    const html = await render(<Toasts notices={notices} />);
    expect(html.match(/<input type="checkbox"[^>]*class="notice-shut/g)).toHaveLength(2);
    const box = attribute(tag(html, "notice-shut"), "id");
    expect(html).toContain(`for="${box}"`);
    expect(html).toContain("Close: Error");
  });
  it("of good news stay 4 to 6 seconds (Q017), and the region is there before the first", async () => {
    expect(noticeStays).toBeGreaterThanOrEqual(4000);
    expect(noticeStays).toBeLessThanOrEqual(6000);
    expect(await render(<Toasts notices={[]} />)).toContain('aria-live="polite"');
  });
});

describe("the drawer", () => {
  it("is open in the HTML, named by its title, and closed by a link", async () => {
    const html = await render(
      <Drawer title="REPORT AN ISSUE" close="/sms/history?status=failed">
        <p>Inside</p>
      </Drawer>,
    );
    const dialog = tag(html, "<dialog");
    expect(dialog).toMatch(/\sopen/);
    expect(html).toContain(`id="${attribute(dialog, "aria-labelledby")}"`);
    expect(html).toMatch(/<a[^>]*aria-label="Close"[^>]*href="\/sms\/history\?status=failed"/);
  });
});

describe("a chart", () => {
  const chart = {
    title: "Messages per day",
    xLabel: "Day",
    yLabel: "Messages",
    places: ["7 Nov", "8", "9"],
    series: [
      { label: "SMS", values: [5200, 1800, 26000] },
      { label: "WhatsApp", values: [1900, null, 2600] },
    ],
  };
  for (const [kind, Chart] of [
    ["bars", BarChart],
    ["lines", LineChart],
  ] as const) {
    it(`of ${kind} is drawn on the server, with named axes and the numbers as a table`, async () => {
      const html = await render(<Chart {...chart} />);
      const svg = tag(html, "<svg", 'role="img"');
      expect(attribute(svg, "aria-label")).toContain("Messages per day");
      expect(html).toContain("var(--chart-2)");
      expect(html).toMatch(/<text[^>]*>Messages<\/text>/);
      expect(html).toMatch(/<text[^>]*>Day<\/text>/);
      expect(html).toMatch(/<details[^>]*><summary[^>]*>.*Show the numbers<\/summary>/);
      expect(html).toMatch(/<td>9<\/td><td class="r">26,000<\/td><td class="r">2,600<\/td>/);
      expect(html).toMatch(/<td>8<\/td><td class="r">1,800<\/td><td class="r">–<\/td>/);
    });
  }
  it("of counts has bars, and lines only where bars would be too thin", async () => {
    // A line ends in a dot.
    const bars = (html: string) => !html.includes('r="4"');
    expect(bars(await render(<CountChart {...chart} />))).toBe(true);
    const places = Array.from({ length: 40 }, (_, day) => `day ${day}`);
    const values = places.map((_, day) => day + 1);
    const one = { label: "SMS", values };
    expect(bars(await render(<CountChart {...chart} places={places} series={[one]} />))).toBe(true);
    const two = [one, { label: "WhatsApp", values }];
    expect(bars(await render(<CountChart {...chart} places={places} series={two} />))).toBe(false);
  });
  it("shortens the axis and labels as many places as have room", () => {
    expect([0, 950, 24_600, 3_420_000].map(short)).toEqual(["0", "950", "24.6k", "3.42m"]);
    const days = Array.from({ length: 31 }, (_, day) => `${day + 1} Nov`);
    expect(labelled(days, 1400)).toHaveLength(31 / 2 + 0.5);
    expect(labelled(days, 300).length).toBeLessThan(8);
    expect(labelled(days, 300)[0]).toBe("1 Nov");
    expect(labelled([], 300)).toEqual([]);
  });
});

describe("progress", () => {
  it("says the sum of the outcomes, and each of them", async () => {
    const html = await render(
      <Progress
        status={{ kind: "info", word: "Sending" }}
        total={24_600}
        verb="sent"
        left="1 min 21 s left"
        parts={[
          { label: "Delivered", count: 13_842, paint: "done" },
          { label: "Failed", count: 253, paint: "bad" },
          { label: "Not sent yet", count: 10_505, paint: "waiting" },
        ]}
      />,
    );
    const bar = tag(html, 'role="progressbar"');
    expect(attribute(bar, "aria-valuenow")).toBe("14095");
    expect(attribute(bar, "aria-valuetext")).toBe("57 percent, 14,095 of 24,600");
    expect(html).toMatch(/Not sent yet<\/dt><dd[^>]*>10,505/);
    expect(html).not.toContain("style=");
  });
  it("of nothing divides nothing", async () => {
    const html = await render(<Progress status={{ kind: "none", word: "Waiting" }} total={0} verb="sent" parts={[]} />);
    expect(html).toContain("0 percent, 0 of 0");
    expect(html).not.toContain("NaN");
  });
});
