import { expect, test } from "vitest";
import { EmbedCard } from "../../app/survey/sharing/embed-card";
import { LinkCard } from "../../app/survey/sharing/link-card";
import { qrCode } from "../../app/survey/sharing/qr-code.server";
import { frameSnippet } from "../../rules/survey/frame-origins";
import { render } from "../kit-ui/render";

const address = "https://jibu.example/respond/AbCdEfGhIjKlMnOp";

test("the QR code is black on white with four modules of white around it, whatever the theme is", () => {
  const svg = decodeURIComponent(qrCode(address).replace("data:image/svg+xml,", ""));
  expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 (\d+) \1"/);
  expect(svg).toMatch(/<rect fill="white"/);
  // The first black module is behind the quiet zone: 4 modules of 8 units.
  const xs = [...svg.matchAll(/M(\d+),(\d+)/g)].map(([, x, y]) => Math.min(Number(x), Number(y)));
  expect(Math.min(...xs)).toBe(32);
});

test("the card names what the code leads to, and offers it as a file", async () => {
  const html = await render(<LinkCard title="After delivery: 2026/27" address={address} qr={qrCode(address)} />);
  expect(html).toContain(`alt="QR code of ${address}"`);
  expect(html).toContain('download="After-delivery-2026-27-qr.svg"');
  expect(html).toContain(`href="${address}"`);
});

test("the code for a frame is text of an attribute, whatever the title is", () => {
  const code = frameSnippet(address, 'Tea & "coffee" <b>');
  expect(code).toContain(`<iframe src="${address}" title="Tea &amp; &quot;coffee&quot; &lt;b>"`);
  expect(code).not.toContain("<script");
});

test("the card has the code for the sites that may show the survey, and else says where they are named", async () => {
  const card = (origins: string[]) =>
    render(
      <EmbedCard uuid="5a1e0d00-0000-4000-8000-000000000001" title="Visits" address={address} origins={origins} />,
    );
  const shared = await card(["https://shop.example"]);
  expect(shared).toContain("inside a page of https://shop.example");
  expect(shared).toContain("&lt;iframe src=");
  const alone = await card([]);
  expect(alone).not.toContain("&lt;iframe");
  expect(alone).toContain('href="/survey/5a1e0d00-0000-4000-8000-000000000001/settings"');
  expect(alone).toContain(`${address}?kiosk=1`);
});
