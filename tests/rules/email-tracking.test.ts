import { describe, expect, test } from "vitest";
import { isPrefetch, isTrackable, prefetchSeconds } from "../../rules/email-tracking";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const asked = (more: object) => isPrefetch({ ahead: false, agent: firefox, secondsSinceSent: 3_600, ...more });

describe("who requested it", () => {
  test("a browser, some time after sending, is a person", () => {
    expect(asked({})).toBe(false);
    expect(asked({ secondsSinceSent: prefetchSeconds })).toBe(false);
    expect(asked({ agent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15" })).toBe(false);
    expect(asked({ agent: "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Thunderbird/128.0" })).toBe(false);
  });

  test("what comes at once, with HEAD or ahead of time, or without a name is a program", () => {
    expect(asked({ secondsSinceSent: prefetchSeconds - 1 })).toBe(true);
    expect(asked({ ahead: true })).toBe(true);
    expect(asked({ agent: " " })).toBe(true);
  });

  test.each([
    ["Apple Mail Privacy Protection", "Mozilla/5.0"],
    ["Gmail", "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)"],
    ["Yahoo", "YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html"],
    ["a scanner", "Barracuda Sentinel (EE)"],
    ["a robot", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"],
    ["a preview", "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5"],
    ["a script", "python-requests/2.32"],
    ["a browser without a window", "Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0"],
  ])("%s is a program", (_, agent) => {
    expect(asked({ agent })).toBe(true);
  });
});

test("only addresses of the web with their host written out are counted, and never a link to unsubscribe", () => {
  for (const link of ["https://shop.test", "http://shop.test/a?b={{ f.town | url_encode }}", "HTTPS://shop.test#top"])
    expect(isTrackable(link)).toBe(true);
  for (const link of [
    ...["mailto:a@shop.test", "tel:+254700000000", "javascript:alert(1)", "{{ unsubscribe }}", "/here"],
    ...["https://{{ f.host }}/", "https://shop{{ f.town }}.test/", "https://shop.test/unsubscribe/abc"],
  ])
    expect(isTrackable(link)).toBe(false);
});
